// The connection to a table: one feed that comes back by itself, and commands that are sent until
// they are answered, each under one key, so that sending twice does nothing twice.

// A shorter break is nobody's business.
const LOST_AFTER = 1500;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
// The server says every few seconds that it is there: one that says nothing for so long is not.
const SILENT = 12000;
// The code of a line that was closed because its session has ended.
const ENDED = 1008;

/** Follows a table: `heard(message)` for each message, `state("lost" | "back")` for the line. */
export function follow(table, after, heard, state) {
  let version = after;
  let wait = FIRST_WAIT;
  let socket;
  let lost = false;
  let worry;
  let retry;
  let silence;
  // When something was last heard.
  let last;
  // Whether a form leads away from here, such as the one that ends the session.
  let leaving = false;

  function alive() {
    last = Date.now();
    clearTimeout(silence);
    silence = setTimeout(broken, SILENT);
  }

  function open() {
    drop();
    const address = new URL(`/tables/${table}/live?after=${version}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      alive();
      const message = JSON.parse(data);
      if (!message.scene) return;
      clearTimeout(worry);
      worry = undefined;
      wait = FIRST_WAIT;
      version = message.scene.version;
      const back = lost;
      lost = false;
      heard(message);
      if (back) state("back");
    };
    // Nobody in particular may look on: the page as it is for those.
    socket.onclose = ({ code }) => (code === ENDED && !leaving ? location.reload() : broken());
    alive();
  }

  /** What comes on this line is heard no more: one that is only silent never closes by itself. */
  function drop() {
    clearTimeout(retry);
    clearTimeout(silence);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  function broken() {
    drop();
    worry ??= setTimeout(() => {
      lost = true;
      state("lost");
    }, LOST_AFTER);
    retry = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  // What the network or the person says is worth trying at once.
  const now = () => {
    if (socket.readyState < WebSocket.CLOSING && Date.now() - last < SILENT / 2) return;
    wait = FIRST_WAIT;
    open();
  };
  addEventListener("submit", (event) => { leaving = !event.defaultPrevented; });
  addEventListener("offline", broken);
  addEventListener("online", now);
  addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", () => document.hidden || now());
  addEventListener("pagehide", drop);
  open();
  // Somebody else now, such as a guest who was just made: the feed is asked for again.
  return { again: open };
}

/** What was refused, in words. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? "This did not work; try again.");
    Object.assign(this, { status, code: problem.code, clause: problem.clause });
  }
}

/** A request in JSON; a refusal is thrown, and so is that nobody answers, with the status 0. */
export async function ask(address, body, headers = {}) {
  const answer = await fetch(address, body === undefined ? { headers } : {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refused(0, { detail: "the floor does not answer; try again" });
  });
  const said = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, said);
  return said;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Sends one intent: the same key each time, until an answer comes. */
export async function insist(address, body) {
  const name = crypto.getRandomValues(new Uint32Array(4)).join("-");
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await ask(address, body, { "Idempotency-Key": name });
    } catch (error) {
      // A refusal is an answer, a broken line or a server that is just starting is not.
      if (![0, 429, 502, 504].includes(error.status)) throw error;
      await pause(wait);
    }
  }
}

/** A command at a table. */
export const command = (table, body) => insist(`/api/tables/${table}/commands`, body);
