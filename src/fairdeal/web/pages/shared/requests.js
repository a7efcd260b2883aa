// Requests to the server in JSON. A command is sent until it is answered, each time under the same
// key, so that the server does it only once.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** The statuses that are no answer: no connection, too many requests, a server that is starting. */
const UNANSWERED = [0, 429, 502, 504];

/** A request that the server refused, with its reason. The status is 0 if there was no answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {{ detail?: string, code?: string, clause?: string | null }} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? "This did not work; try again.");
    this.status = status;
    this.code = problem.code;
    this.clause = problem.clause ?? null;
  }

  /** The reason as a sentence, with a capital and a full stop. */
  get sentence() {
    const words = this.message;
    return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
  }
}

/**
 * Sends a request in JSON and returns the answer. A body makes it a POST request.
 *
 * @param {string} address
 * @param {object} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export async function requestJson(address, body, headers = {}) {
  const options = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(address, body === undefined ? { headers } : options).catch(() => {
    throw new Refusal(0, { detail: "the floor does not answer; try again" });
  });
  const answer = response.status === 204 ? null : await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request under one idempotency key until there is an answer. A refusal is an answer.
 *
 * @param {string} address
 * @param {object} body
 */
export async function sendUntilAnswered(address, body) {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await requestJson(address, body, { "Idempotency-Key": key });
    } catch (error) {
      if (!(error instanceof Refusal) || !UNANSWERED.includes(error.status)) throw error;
      await pause(wait);
    }
  }
}

/**
 * Sends a command to a table.
 *
 * @param {string} table
 * @param {object} command
 */
export const sendCommand = (table, command) =>
  sendUntilAnswered(`/api/tables/${table}/commands`, command);
