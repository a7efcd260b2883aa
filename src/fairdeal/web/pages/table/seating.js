// Taking and leaving seats, asking for chips, and skipping to the result of a round.

import { byId } from "../shared/dom.js";
import { requestJson, sendCommand } from "../shared/requests.js";
import { showRefusal } from "./table_commands.js";
import { drawTable } from "./table_render.js";
import { playerSeats, state, tableElement, tableId } from "./table_state.js";

/**
 * Sits down. Who is not signed in becomes a guest first.
 *
 * @param {number} seat
 */
export async function sitDown(seat) {
  if (state.sittingDown) return;
  state.sittingDown = true;
  state.strip = null;
  drawTable();
  try {
    if (typeof state.scene.balance !== "number") {
      await requestJson("/api/guests", { name: tableElement.dataset.guest });
      state.feed?.reconnect();
    }
    if (tableElement.dataset.lends) {
      // Practice is one's own: here, and at the table that opens.
      const own = await requestJson("/api/practice", { table: tableId });
      location.assign(`/tables/${own.table}`);
      return;
    }
    await sendCommand(tableId, { do: "sit", seat });
  } catch (error) {
    showRefusal(error);
  }
  state.sittingDown = false;
  drawTable();
}

/** Leaves the table, at once if no bets are given up by it. Otherwise the player is asked first. */
export function leaveTable() {
  if (["bets", "waiting"].includes(state.scene.phase)) leaveSeats(state.scene.at);
  else confirmLeaving();
}

function confirmLeaving() {
  const dialog = byId("sure", HTMLDialogElement);
  // One listener, also if two seats ask.
  dialog.onclose = () => dialog.returnValue === "yes" && leaveSeats();
  // The dialog still has the answer of the time before.
  dialog.returnValue = "";
  dialog.showModal();
}

/**
 * Leaves all seats of the player. With a moment, the table refuses once the moment has passed, and
 * then the player is asked first.
 *
 * @param {string} [at]
 */
async function leaveSeats(at) {
  // Bets that are just being sent would be refused after the player has left.
  await state.placing;
  for (const { seat } of playerSeats())
    sendCommand(tableId, { do: "leave", seat, at }).catch((error) =>
      error.code === "passed" ? confirmLeaving() : showRefusal(error),
    );
}

/** Asks for play chips, when the player has too few left to bet. */
export const requestChips = () =>
  requestJson("/api/me/chips", {}).then(() => state.feed?.reconnect(), showRefusal);

/** Asks the dealer to go on without pauses to the result of the round. */
export function requestSkip() {
  requestJson(`/api/tables/${tableId}/skip`, {}).catch(showRefusal);
}
