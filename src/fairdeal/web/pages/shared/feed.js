// The feed of a table: a WebSocket that connects again by itself.

/** A shorter interruption is not shown. */
const LOST_AFTER_MS = 1500;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** The server sends a sign of life every few seconds. Without one the connection is broken. */
const SILENCE_MS = 12000;
/** The code with which the server closes a feed whose session has ended. */
const SESSION_ENDED = 1008;

/**
 * Follows a table from a version on.
 *
 * @template {{ scene: { version: number } }} Message
 * @param {string} path the table, or the table and its console
 * @param {number} version
 * @param {(message: Message) => void} onMessage
 * @param {(state: "lost" | "back") => void} onConnection
 * @returns {{ reconnect: () => void }}
 */
export function followTable(path, version, onMessage, onConnection) {
  /** @type {WebSocket | undefined} */
  let socket;
  let retryWait = FIRST_WAIT_MS;
  let lost = false;
  /** @type {number | undefined} */
  let lostTimer;
  /** @type {number | undefined} */
  let retryTimer;
  /** @type {number | undefined} */
  let silenceTimer;
  let lastReceived = 0;
  /** Whether a form leads away from the page, such as the one that ends the session. */
  let leaving = false;

  function noteActivity() {
    lastReceived = Date.now();
    clearTimeout(silenceTimer);
    silenceTimer = window.setTimeout(onBroken, SILENCE_MS);
  }

  function connect() {
    disconnect();
    const address = new URL(`/tables/${path}/live?after=${version}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
      noteActivity();
      const message = JSON.parse(data);
      if (!message.scene) return;
      clearTimeout(lostTimer);
      lostTimer = undefined;
      retryWait = FIRST_WAIT_MS;
      version = message.scene.version;
      const wasLost = lost;
      lost = false;
      onMessage(message);
      if (wasLost) onConnection("back");
    };
    socket.onclose = ({ code }) => {
      if (code !== SESSION_ENDED || leaving) onBroken();
      // A page that is locked has ended its session, and waits for the password.
      else if (document.body.classList.contains("locked")) disconnect();
      // Without a session the page is another one, for anybody who watches.
      else location.reload();
    };
    noteActivity();
  }

  /** Ends the connection. One that is only silent never closes by itself. */
  function disconnect() {
    clearTimeout(retryTimer);
    clearTimeout(silenceTimer);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  function onBroken() {
    disconnect();
    lostTimer ??= window.setTimeout(() => {
      lost = true;
      onConnection("lost");
    }, LOST_AFTER_MS);
    retryTimer = window.setTimeout(connect, retryWait);
    retryWait = Math.min(retryWait * 2, LONGEST_WAIT_MS);
  }

  /** Connects at once when the network or the person comes back. */
  function reconnectIfBroken() {
    const open = socket && socket.readyState < WebSocket.CLOSING;
    if (open && Date.now() - lastReceived < SILENCE_MS / 2) return;
    retryWait = FIRST_WAIT_MS;
    connect();
  }

  addEventListener("submit", (event) => {
    leaving = !event.defaultPrevented;
  });
  addEventListener("offline", onBroken);
  addEventListener("online", reconnectIfBroken);
  addEventListener("pageshow", reconnectIfBroken);
  document.addEventListener("visibilitychange", () => document.hidden || reconnectIfBroken());
  addEventListener("pagehide", disconnect);
  connect();
  // The feed of a person who has just become a guest is another one.
  return { reconnect: connect };
}
