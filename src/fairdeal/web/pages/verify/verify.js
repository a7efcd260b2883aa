// A round's record is checked here, in the browser: nobody is asked. The bytes are those that the
// documentation tells under "Fairness", and examples/verify_record.py comes to the same answers.
// Four findings: the log that all of it stands in, and the three ticks of the deck.

const text = new TextEncoder();
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const TWO_32 = 2 ** 32;

/** Something does not hold; the message is a sentence without its beginning and end. */
class Wrong extends Error {}

function hold(right, otherwise) {
  if (!right) throw new Wrong(typeof otherwise === "function" ? otherwise() : otherwise);
}

// Bytes -------------------------------------------------------------------------------------------

const bytes = (given) => (typeof given === "string" ? text.encode(given) : given);

export function hex(given) {
  return Array.from(given, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unhex(digits) {
  hold(/^([0-9a-f]{2})*$/.test(digits), "a number in it is not written as it should be");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function sha256(given) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(given)));
}

async function hmac(secret, text) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return crypto.subtle.sign("HMAC", key, bytes(text));
}

/** Numbers of four bytes from HMAC-SHA256 over `text|0`, `text|1` and so on. */
async function* numbers(secret, label) {
  for (let block = 0; ; block++) {
    const signed = await hmac(secret, `${label}|${block}`);
    const view = new DataView(signed);
    for (let at = 0; at < signed.byteLength; at += 4) yield view.getUint32(at);
  }
}

/** The next number below a limit; what cannot be shared out evenly is passed over. */
async function below(limit, stream) {
  for (;;) {
    const { value } = await stream.next();
    if (value < TWO_32 - (TWO_32 % limit)) return value % limit;
  }
}

// What follows from the secret --------------------------------------------------------------------

/** The deck as it lies: shuffled by secret and words, then cut. */
export async function orderOf(record) {
  const size = record.order.length;
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  while (deck.length < size) deck.push("*");
  hold(deck.length === size, "the deck has another number of cards");
  const label = `fairdeal deck 1|${record.table}|${record.round}|${record.words}`;
  const stream = numbers(unhex(record.secret), label);
  for (let i = size - 1; i > 0; i--) {
    const j = await below(i + 1, stream);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  const cut = record.cut ?? 0;
  return [...deck.slice(cut), ...deck.slice(0, cut)];
}

async function drawnCut(record) {
  const stream = numbers(unhex(record.secret), `fairdeal cut 1|${record.table}|${record.round}`);
  return 10 + (await below(record.order.length - 19, stream));
}

async function fingerprint(record, secret) {
  const label = `fairdeal deck 1|${record.table}|${record.round}|${record.opening}|${secret}`;
  return hex(await sha256(label));
}

// The log -----------------------------------------------------------------------------------------

/** The root that the proof of an entry leads to, in a tree as RFC 6962 has it. */
async function rootOver(size, { leaf, text: entry, hashes }) {
  let found = await sha256(joined(Uint8Array.of(0), bytes(entry)));
  let [at, last, used] = [leaf, size - 1, 0];
  while (last > 0) {
    if (at % 2 === 1 || at < last) {
      hold(used < hashes.length, "a proof is too short");
      const other = unhex(hashes[used++]);
      const pair = at % 2 === 1 ? [other, found] : [found, other];
      found = await sha256(joined(Uint8Array.of(1), ...pair));
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return used === hashes.length && at === 0 ? hex(found) : "nowhere";
}

function same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}

function base64(digits) {
  return btoa(String.fromCharCode(...unhex(digits)));
}

async function checkLog(record) {
  const { proof } = record;
  const [opening, ...proved] = proof.entries;
  for (const one of proof.entries) {
    const root = await rootOver(proof.size, one);
    hold(root === proof.root, () => `the hashes of entry ${one.leaf} do not lead to the root of the log`);
  }
  if (proof.checkpoint) {
    const head = `\n${proof.size}\n${base64(proof.root)}\n\n`;
    hold(proof.checkpoint.includes(head), "the signed checkpoint is of another log");
  }
  const told = proved.map((one) => JSON.parse(one.text));
  hold(told.length === record.entries.length, "it has another number of entries than are proved");
  told.forEach((one, at) => {
    hold(same(one, record.entries[at]), `entry ${one.entry} of the table is not what the log has`);
  });
  hold(opening.text === record.rules, "the rules are not those that the table was opened with");
  told.slice(1).forEach((one, at) => {
    const follows = told[at].entry + 1 === one.entry && proved[at].leaf < proved[at + 1].leaf;
    hold(follows, `between entry ${told[at].entry} and entry ${one.entry} of the table something is left out`);
  });
  hold(hex(await sha256(record.rules)) === record.opening, "the rules have another fingerprint");
  if (record.seats?.length) checkPayments(record);
  return (
    `All ${proof.entries.length} entries that tell this round stand in the house's log of ` +
    `${proof.size.toLocaleString("en-US")}, unchanged, payments included.`
  );
}

const cents = (amount) => Math.round((amount ?? 0) * 100);
const dollars = (amount) => `$${(amount / 100).toFixed(2)}`;

/** What is told of the seats must be what the entries paid. */
function checkPayments(record) {
  const seats = new Map();
  const placed = new Map();
  const settle = (seat, wager, stake, returned) => seats.get(seat).wagers.set(wager, { stake, returned });
  for (const event of record.entries.flatMap((entry) => entry.events)) {
    const { seat, wager } = event;
    const stake = placed.get(`${seat} ${wager}`);
    const amount = cents(event.amount);
    if (event.event === "wager-placed") placed.set(`${seat} ${wager}`, amount);
    if (event.event === "bets-closed") {
      for (const one of event.seats) seats.set(one, { wagers: new Map(), envy: 0, limited: 0 });
    }
    if (!seats.has(seat)) continue;
    if (event.event === "wager-paid") {
      settle(seat, wager, stake, amount + cents(event.cut));
      seats.get(seat).limited += cents(event.cut);
    }
    if (event.event === "wager-lost") settle(seat, wager, stake, 0);
    if (event.event === "bet-withdrawn" || event.event === "wager-returned") settle(seat, wager, amount, amount);
    if (event.event === "envy-paid") seats.get(seat).envy += amount;
  }
  hold(same(record.seats.map((one) => one.seat).sort(), [...seats.keys()].sort()), "other seats were in the round");
  for (const told of record.seats) {
    const { wagers, envy, limited } = seats.get(told.seat);
    hold(Object.keys(told.wagers).length === wagers.size, `seat ${told.seat} has other wagers in the log`);
    let net = envy - limited;
    for (const [name, { stake, returned }] of wagers) {
      const said = told.wagers[name];
      hold(
        said && cents(said.returned) === returned && cents(said.net) === returned - stake && cents(said.stake) === stake,
        () => `seat ${told.seat} got ${dollars(returned)} for ${name} by the log, and the record says otherwise`,
      );
      net += returned - stake;
    }
    const right = cents(told.net) === net && cents(told.envy) === envy && cents(told.limited) === limited;
    hold(right, `the sum of seat ${told.seat} is ${dollars(net)} by the log, and the record says otherwise`);
  }
}

// The three ticks ---------------------------------------------------------------------------------

/** The events of the log, each with who gave the command; what bound the house; what was revealed. */
function story(record) {
  const events = record.entries.flatMap((entry) => entry.events.map((event) => ({ ...event, giver: entry.by })));
  const promised = events.flatMap((event, at) => ("commitment" in event && event.round === record.round ? [at] : []));
  const shown = events.filter((event) => event.event === "secrets-revealed" && event.round === record.round);
  hold(shown.length === 1, "the log does not reveal the secret of this round");
  hold(promised.length > 0, "the log has no commitment for this round");
  const closed = events.findIndex((event) => event.event === "bets-closed");
  return { events, promised, shown: shown[0], closed: closed < 0 ? events.length : closed };
}

async function checkCommitment(record) {
  const { events, promised, shown, closed } = story(record);
  const made = await fingerprint(record, record.secret);
  hold(made === record.commitment, "the secret does not have the fingerprint that the house gave beforehand");
  const opened = [];
  for (const [commitment, secret] of shown.secrets) {
    if ((await fingerprint(record, secret)) === commitment) opened.push([commitment, secret]);
  }
  const known = opened.some((pair) => same(pair, [record.commitment, record.secret]));
  hold(known, "the log shows another secret than the record");
  const told = promised.map((at) => events[at].commitment);
  hold(same([...told].sort(), opened.map(([one]) => one).sort()), "a commitment in the log was never opened");
  hold(told.at(-1) === record.commitment, "it is not the last commitment of the round");
  const early = events.slice(0, promised[0]).some((event) => event.event === "wager-placed");
  hold(!early, "a bet was taken before the house had committed itself");
  const secrets = new Map(opened);
  for (let n = 1; n < promised.length; n++) {
    if (promised[n] < closed) continue;
    const drawn = await hmac(unhex(secrets.get(told[n - 1])), `fairdeal again 1|${record.table}|${record.round}`);
    hold(hex(new Uint8Array(drawn)) === secrets.get(told[n]), "the house chose a secret when it knew the players' words");
  }
  return "The house fixed this deck before the first bet: its secret has the very fingerprint that was published then.";
}

async function checkCut(record) {
  const { events, promised, shown, closed } = story(record);
  const cuts = events.filter((event, at) => at > promised.at(-1) && event.event === "deck-cut");
  const depth = cuts.at(-1)?.depth ?? null;
  const say = (cut) => (cut === null || cut === undefined ? "no cut" : `a cut of ${cut} cards`);
  const told = record.cut === shown.cut && record.cut === depth;
  hold(told, () => `the log has ${say(depth)}, and the record says ${say(record.cut)}`);
  const drawn = await drawnCut(record);
  for (const cut of cuts.filter((event) => event.giver.automatic || events.indexOf(event) > closed)) {
    hold(cut.depth === drawn, `the deck had to be cut ${drawn} cards deep, and was cut ${cut.depth}`);
  }
  if (depth === null) return "This deck was not cut: the log has no cut, and none is used.";
  const late = events.indexOf(cuts.at(-1)) > closed;
  const who = late || cuts.at(-1).giver.automatic ? "as the secret has it" : "where a person put the cut card";
  return `The deck was cut ${depth} cards from the top, ${who}, ${late ? "after" : "before"} "no more bets".`;
}

async function checkOrder(record) {
  const { events, promised, shown } = story(record);
  const words = wordsOf(record, events, promised);
  const right = record.words === shown.words && record.words === words;
  hold(right, () => `the players' words in the log are "${words}", and the record says "${record.words}"`);
  const order = await orderOf(record);
  const at = order.findIndex((card, place) => card !== record.order[place]);
  hold(at < 0, () => `card ${at + 1} from the top had to be ${order[at]}, and the record says ${record.order[at]}`);
  const dealt = checkDealt(record, events);
  const from = ["The secret", ...(record.words ? ["the players' words"] : []), ...(record.cut === null ? [] : ["the cut"])];
  const last = from.length > 1 ? ` and ${from.pop()} give` : " gives";
  return `${from.join(", ")}${last} the order of all ${order.length} cards, and the ${dealt} that were dealt came in it.`;
}

/** The words of the seats in the round, by seat, as the log has them. */
function wordsOf(record, events, promised) {
  const said = new Map();
  let seats = [];
  events.forEach((event, at) => {
    const { event: kind, seat } = event;
    if (kind === "bets-closed") seats = [...event.seats].sort((a, b) => a - b);
    else if (kind === "player-ready" && event.word) said.set(seat, [at, `${seat}=${event.word}`]);
    else if (["wager-returned", "player-left", "player-removed"].includes(kind) && !seats.length) said.delete(seat);
  });
  const told = record.words.split(",");
  return seats
    .filter((seat) => said.has(seat))
    .map((seat) => said.get(seat))
    // A word that was said before the last shuffle may count or not: the seat may have said it again.
    .filter(([at, word]) => at > promised.at(-1) || told.includes(word))
    .map(([, word]) => word)
    .join(",");
}

/** Every card that left the deck must be the next one; the answer is how many did. */
function checkDealt(record, events) {
  const left = [...record.order];
  let waiting = 0;
  for (const event of events) {
    if (event.event === "card-drawn-in-error") waiting = 1; // it lies there as the next card
    else if (event.event === "card-set-aside") {
      const [next] = left.splice(waiting, 1);
      hold(next === event.card, `${event.card} was set aside, and ${next} came next`);
    } else if (event.event === "cards-dealt" || event.event === "cards-replaced") {
      const cards = event.cards.map((one) => (typeof one === "string" ? one : one.card));
      const next = left.splice(0, cards.length);
      hold(same(cards, next), `${cards.join(" ")} was dealt, and ${next.join(" ")} came next`);
      waiting = 0;
    }
  }
  return record.order.length - left.length;
}

// All of it ---------------------------------------------------------------------------------------

const CHECKS = [
  ["log", "Log", checkLog, (r) => [["entries", r.proof.entries.length], ["root", r.proof.root], ["log's size", r.proof.size]]],
  [
    "commitment",
    "Commitment",
    checkCommitment,
    (r) => [["commitment", r.commitment], ["secret", r.secret], ["rules' fingerprint", r.opening]],
  ],
  ["cut", "Cut", checkCut, (r) => [["depth", r.cut ?? "none"]]],
  ["order", "Order", checkOrder, (r) => [["words", r.words || "none"], ["order", r.order.join(" ")]]],
];

/** Every finding about a record: `{round, right, checks: [{id, title, right, words, inputs}]}`. */
export async function verify(record) {
  if (!globalThis.crypto?.subtle) {
    throw new Error("This browser computes fingerprints only at secure addresses: https, or this machine's own.");
  }
  const checks = [];
  for (const [id, title, check, inputs] of CHECKS) {
    checks.push({ id, title, ...(await found(check, record)), inputs: told(inputs, record) });
  }
  const round = typeof record?.round === "string" ? record.round : "?";
  return { round, right: checks.every((one) => one.right), checks };
}

async function found(check, record) {
  try {
    return { right: true, words: await check(record) };
  } catch (error) {
    const why = error instanceof Wrong ? error.message : "this is no whole record";
    return { right: false, words: `This does not hold: ${why}.` };
  }
}

function told(inputs, record) {
  try {
    return inputs(record).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}

/** The records in a text: one, a list of them, or one a line as `audit export --table` writes them. */
export function recordsIn(given) {
  const trimmed = given.trim();
  if (!trimmed) throw new Error("There is nothing in it.");
  try {
    const document = JSON.parse(trimmed);
    return Array.isArray(document) ? document : [document];
  } catch (whole) {
    const lines = trimmed.split("\n").filter((line) => line.trim());
    if (lines.length < 2) throw new Error("This is no record: not JSON.", { cause: whole });
    return lines.map((line, at) => {
      try {
        return JSON.parse(line);
      } catch (cause) {
        throw new Error(`Line ${at + 1} is no record: not JSON.`, { cause });
      }
    });
  }
}
