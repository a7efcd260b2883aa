// The connection to a table: one feed that comes back by itself, and commands that are sent until
// they are answered, each under one key, so that sending twice does nothing twice.

// A shorter break is nobody's business.
const LOST_AFTER = 1500;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** Follows a table: `heard(message)` for each message, `state("lost" | "back")` for the line. */
export function follow(table, after, heard, state) {
  let version = after;
  let wait = FIRST_WAIT;
  let socket;
  let lost = false;
  let worry;
  let retry;

  function open() {
    clearTimeout(retry);
    const address = new URL(`/tables/${table}/live?after=${version}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const mine = (socket = new WebSocket(address));
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      const message = JSON.parse(data);
      clearTimeout(worry);
      worry = undefined;
      wait = FIRST_WAIT;
      version = message.scene.version;
      if (lost) state("back");
      lost = false;
      heard(message);
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      worry ??= setTimeout(() => {
        lost = true;
        state("lost");
      }, LOST_AFTER);
      retry = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }
  // What the network or the person says is worth trying at once.
  const now = () => {
    if (socket.readyState < WebSocket.CLOSING) return;
    wait = FIRST_WAIT;
    open();
  };
  addEventListener("online", now);
  document.addEventListener("visibilitychange", () => document.hidden || now());
  addEventListener("pagehide", () => socket.close());
  open();
  // Somebody else now, such as a guest who was just made: the feed is asked for again.
  return { again: () => { socket.onclose = null; socket.close(); open(); }, version: () => version };
}

/** What was refused, in words. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? "This did not work; try again.");
    Object.assign(this, { status, code: problem.code, clause: problem.clause });
  }
}

/** A request in JSON; a refusal is thrown. */
export async function ask(address, body, headers = {}) {
  const answer = await fetch(address, body === undefined ? { headers } : {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const said = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, said);
  return said;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Sends one intent: the same key each time, until an answer comes. */
export async function command(table, body) {
  const name = crypto.getRandomValues(new Uint32Array(4)).join("-");
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await ask(`/api/tables/${table}/commands`, body, { "Idempotency-Key": name });
    } catch (error) {
      // A refusal is an answer, a broken line or a server that is just starting is not.
      const answered = error instanceof Refused && ![502, 504].includes(error.status);
      if (answered && error.status !== 429) throw error;
      await pause(wait);
    }
  }
}
