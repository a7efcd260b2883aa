// The check of the log: every entry of the round is in the house's log, and the record says what the
// entries paid.

/** @import { ProvedEntry, RoundRecord } from "./record.js" */

import { base64, concatenate, hex, sha256, unhex, utf8 } from "./bytes.js";
import { isEqual, ensure } from "./record.js";

/**
 * Returns the root that the proof of an entry leads to, in a Merkle tree as RFC 6962 defines it.
 *
 * @param {number} size
 * @param {ProvedEntry} entry
 */
async function rootOf(size, { leaf, text, hashes }) {
  let digest = await sha256(concatenate(Uint8Array.of(0), utf8(text)));
  let place = leaf;
  let last = size - 1;
  let used = 0;
  while (last > 0) {
    if (place % 2 === 1 || place < last) {
      ensure(used < hashes.length, "a proof is too short");
      const sibling = unhex(hashes[used++]);
      const pair = place % 2 === 1 ? [sibling, digest] : [digest, sibling];
      digest = await sha256(concatenate(Uint8Array.of(1), ...pair));
    }
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return used === hashes.length && place === 0 ? hex(digest) : "nowhere";
}

/**
 * Checks that all entries of a round are in the log, in their order and unchanged.
 *
 * @param {RoundRecord} record
 */
export async function checkLog(record) {
  const { proof } = record;
  const [opening, ...proved] = proof.entries;
  for (const entry of proof.entries) {
    const root = await rootOf(proof.size, entry);
    ensure(
      root === proof.root,
      () => `the hashes of entry ${entry.leaf} do not lead to the root of the log`,
    );
  }
  if (proof.checkpoint) {
    const head = `\n${proof.size}\n${base64(proof.root)}\n\n`;
    ensure(proof.checkpoint.includes(head), "the signed checkpoint is of another log");
  }
  const entries = proved.map(({ text }) => JSON.parse(text));
  ensure(
    entries.length === record.entries.length,
    "it has another number of entries than are proved",
  );
  entries.forEach((entry, i) => {
    ensure(
      isEqual(entry, record.entries[i]),
      `entry ${entry.entry} of the table is not what the log has`,
    );
  });
  ensure(opening.text === record.rules, "the rules are not those that the table was opened with");
  for (let i = 1; i < entries.length; i++) {
    const [before, after] = [entries[i - 1].entry, entries[i].entry];
    ensure(
      before + 1 === after && proved[i - 1].leaf < proved[i].leaf,
      `between entry ${before} and entry ${after} of the table something is left out`,
    );
  }
  const digest = hex(await sha256(utf8(record.rules)));
  ensure(digest === record.opening, "the rules have another fingerprint");
  if (record.seats?.length) checkPayments(record);
  return (
    `All ${proof.entries.length} entries that tell this round stand in the house's log of ` +
    `${proof.size.toLocaleString("en-US")}, unchanged, payments included.`
  );
}

/** @param {number | null | undefined} dollars */
const toCents = (dollars) => Math.round((dollars ?? 0) * 100);

/** @param {number} cents */
const toWords = (cents) => `$${(cents / 100).toFixed(2)}`;

/**
 * @typedef {object} SeatPayments What the entries paid to a seat, in cents.
 * @property {Map<string, { stake: number, returned: number }>} wagers
 * @property {number} envy
 * @property {number} limited
 */

/**
 * Returns what the entries of a round paid, by seat.
 *
 * @param {RoundRecord} record
 */
function paymentsOf({ entries }) {
  /** @type {Map<number, SeatPayments>} */
  const seats = new Map();
  /** @type {Map<string, number>} */
  const stakes = new Map();
  for (const event of entries.flatMap((entry) => entry.events)) {
    const { event: kind, seat = 0, wager = "" } = event;
    const amount = toCents(event.amount);
    // A wager that was never placed has no stake, and no record agrees with that.
    const stake = stakes.get(`${seat} ${wager}`) ?? NaN;
    if (kind === "wager-placed") stakes.set(`${seat} ${wager}`, amount);
    if (kind === "bets-closed")
      for (const one of event.seats ?? [])
        seats.set(one, { wagers: new Map(), envy: 0, limited: 0 });
    const paid = seats.get(seat);
    if (!paid) continue;
    if (kind === "wager-paid") {
      const cut = toCents(event.cut);
      paid.wagers.set(wager, { stake, returned: amount + cut });
      paid.limited += cut;
    }
    if (kind === "wager-lost") paid.wagers.set(wager, { stake, returned: 0 });
    if (kind === "bet-withdrawn" || kind === "wager-returned")
      paid.wagers.set(wager, { stake: amount, returned: amount });
    if (kind === "envy-paid") paid.envy += amount;
  }
  return seats;
}

/**
 * Checks that the record says of each seat what the entries paid.
 *
 * @param {RoundRecord} record
 */
function checkPayments(record) {
  const seats = paymentsOf(record);
  const recorded = record.seats.map(({ seat }) => seat);
  ensure(isEqual(recorded.sort(), [...seats.keys()].sort()), "other seats were in the round");
  for (const told of record.seats) {
    const paid = seats.get(told.seat);
    ensure(paid, "other seats were in the round");
    const { wagers, envy, limited } = paid;
    ensure(
      Object.keys(told.wagers).length === wagers.size,
      `seat ${told.seat} has other wagers in the log`,
    );
    let net = envy - limited;
    for (const [name, { stake, returned }] of wagers) {
      const said = told.wagers[name];
      const amounts = said && [said.stake, said.returned, said.net].map(toCents);
      ensure(
        isEqual(amounts, [stake, returned, returned - stake]),
        `seat ${told.seat} got ${toWords(returned)} for ${name} by the log, and the record says otherwise`,
      );
      net += returned - stake;
    }
    const sums = [told.net, told.envy, told.limited].map(toCents);
    ensure(
      isEqual(sums, [net, envy, limited]),
      `the sum of seat ${told.seat} is ${toWords(net)} by the log, and the record says otherwise`,
    );
  }
}
