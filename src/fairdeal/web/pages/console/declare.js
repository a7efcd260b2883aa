// The declaration of an irregularity: first what is possible now, then what would follow from it,
// then the confirmation.

/** @import { ConsoleScene, DeclarationScene, Preview } from "../types.js" */

import { closest, fill, h } from "../shared/dom.js";
import { clauseElement, confirmWords, outcomeElement } from "../shared/outcome.js";
import { Refusal } from "../shared/requests.js";
import { commandWithFields, inputField, refusalNotice, rulingTitle } from "../shared/staff.js";

/**
 * @typedef {object} ConsoleTable What the dialog needs of the console.
 * @property {(command: Record<string, any>) => Promise<Preview>} requestPreview
 * @property {(command: Record<string, any>) => Promise<void>} send
 * @property {() => boolean} isBusy
 * @property {() => ConsoleScene} scene
 */

/** The dialog in which an irregularity is declared. */
export class DeclarationDialog {
  #dialog;
  #table;
  /** @type {DeclarationScene | null} */
  #kind = null;
  /** The index of the choice among those of the kind. */
  #choice = 0;
  /** @type {Preview | null} */
  #preview = null;
  /** The command of the preview. @type {Record<string, any>} */
  #command = {};
  /** @type {{ words: string, clause: string | null } | null} */
  #problem = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {ConsoleTable} table
   */
  constructor(dialog, table) {
    this.#dialog = dialog;
    this.#table = table;
    dialog.addEventListener("click", (event) => this.#onClick(event));
    dialog.addEventListener("submit", (event) => this.#onSubmit(event));
    dialog.addEventListener("change", (event) => this.#onChange(event));
    dialog.addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  get open() {
    return this.#dialog.open;
  }

  get #kinds() {
    return this.#table.scene().declaring ?? [];
  }

  /** Returns the kind and its choice once a kind is chosen. */
  get #chosen() {
    if (!this.#kind) throw new Error("no irregularity is chosen");
    return { kind: this.#kind, choice: this.#kind.choices[this.#choice] };
  }

  /** Returns whether the kind leaves nothing to choose or to type. */
  get #isPlain() {
    const [only, ...others] = this.#kind?.choices ?? [];
    return !others.length && !only?.fields?.length;
  }

  /** Opens the dialog with the list of what may be declared. */
  begin() {
    this.#reset(null);
    this.#show();
  }

  /**
   * Opens the dialog to confirm a command whose preview is known.
   *
   * @param {string} title
   * @param {string | null} clause
   * @param {Record<string, any>} command
   * @param {Preview} preview
   */
  confirm(title, clause, command, preview) {
    this.#reset({ title, clause, by: "dealer", choices: [{ words: title, command }] });
    this.#preview = preview;
    this.#command = command;
    this.#show();
  }

  /** Draws the dialog again after the table has changed. A preview of an older version goes. */
  refresh() {
    if (!this.open) return;
    if (this.#preview && this.#preview.version !== this.#table.scene().version) {
      this.#preview = null;
      const words = "The table has changed. Check again what would follow.";
      this.#problem = { words, clause: null };
      this.#draw();
    } else if (!this.#kind) this.#draw();
  }

  /** @param {DeclarationScene | null} kind */
  #reset(kind) {
    this.#kind = kind;
    this.#choice = 0;
    this.#preview = null;
    this.#command = {};
    this.#problem = null;
  }

  #show() {
    this.#draw();
    if (!this.open) this.#dialog.showModal();
    this.#focusFirst();
  }

  #focusFirst() {
    /** @type {HTMLElement | null} */
    const first = this.#dialog.querySelector("[data-first]");
    (first ?? this.#dialog.querySelector("h2"))?.focus();
  }

  #draw() {
    const problem = this.#problem && refusalNotice(this.#problem.words, this.#problem.clause);
    const form = () => (this.#preview ? this.#previewForm(this.#preview) : this.#choiceForm());
    fill(this.#dialog, [h("div.sheet", {}, problem, this.#kind ? form() : this.#kindList())]);
  }

  #kindList() {
    const kinds = this.#kinds;
    const items = kinds.map(({ title, clause }, i) => {
      const key = i < 9 ? String(i + 1) : null;
      const attributes = { "data-kind": i, "data-first": i === 0, "aria-keyshortcuts": key };
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", ...attributes },
          h("span", {}, title, clauseElement(clause)),
          key ? h("kbd", {}, key) : null,
        ),
      );
    });
    return h(
      "div#list",
      {},
      h("h2#declare-title", { tabindex: "-1" }, "What has happened?"),
      kinds.length ? null : h("p.muted", {}, "Nothing can be declared at this moment."),
      h("ol.kinds", {}, items),
      h("p.buttons", {}, cancelButton()),
    );
  }

  #choiceForm() {
    const { kind, choice } = this.#chosen;
    const { choices } = kind;
    const options = choices.map(({ words }, i) =>
      h("option", { value: i, selected: i === this.#choice }, words),
    );
    const select = h(
      "p.field",
      {},
      h("label", { for: "declare-choice" }, "Which"),
      h("select#declare-choice", { "data-first": true }, options),
    );
    const fields = (choice.fields ?? []).map((one) => inputField(one, `declare-${this.#choice}`));
    const first = choices.length === 1 && !fields.length;
    return h(
      `form#form-${this.#kinds.indexOf(kind)}`,
      {},
      h("h2#declare-title", { tabindex: "-1" }, kind.title),
      h("p", {}, clauseElement(kind.clause)),
      choices.length > 1 ? select : null,
      h(`div#declare-fields-${this.#choice}`, {}, fields),
      h(
        "p.buttons",
        {},
        h(
          "button.main",
          { "data-first": first },
          choice.blind ? "Tell the count" : "See what follows",
          h("kbd", {}, "Enter"),
        ),
        backButton(),
      ),
    );
  }

  /** @param {Preview} preview */
  #previewForm(preview) {
    const { kind, choice } = this.#chosen;
    const { outcomes } = preview;
    const harmful = outcomes.some(
      (one) => one.void || one.back || one.decks.some((deck) => !deck.now),
    );
    const cited = outcomes.some((one) => one.words.some((line) => line.clause));
    /** @param {Record<string, any> | null} ruling */
    const title = (ruling) =>
      outcomes.length > 1
        ? rulingTitle(ruling, "If the floorperson finds that they were misdealt", "If not")
        : "";
    const second =
      "A second person must confirm this. The floorperson is asked on his or her own screen, and no chips move before.";
    const confirm = { class: harmful ? "danger" : "main" };
    return h(
      "form#preview",
      { "data-confirm": true },
      h("h2#declare-title", { tabindex: "-1", "data-first": true }, kind.title),
      choice.words === kind.title ? null : h("p.words", {}, choice.words),
      cited ? null : h("p", {}, clauseElement(preview.clause)),
      outcomes.map((one) => outcomeElement(one, title(one.said))),
      preview.second ? h("p.why", {}, second) : null,
      h(
        "p.buttons",
        {},
        h("button", confirm, confirmWords(preview, kind.title)),
        backButton(),
        cancelButton(),
      ),
    );
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const kind = closest(event, "[data-kind]");
    if (closest(event, "[data-cancel]")) this.#dialog.close();
    else if (kind) this.#pickKind(Number(kind.dataset.kind));
    else if (closest(event, "[data-close]") || closest(event, "[data-back]")) {
      if (closest(event, "[data-close]")) this.#problem = null;
      else this.#goBack();
      this.#draw();
      this.#focusFirst();
    }
  }

  #goBack() {
    if (!this.#preview || this.#isPlain) this.#kind = null;
    this.#preview = null;
  }

  /** @param {number} i */
  #pickKind(i) {
    const kind = this.#kinds[i];
    if (!kind) return;
    this.#reset(kind);
    if (this.#isPlain) this.#loadPreview(kind.choices[0].command);
    else {
      this.#draw();
      this.#focusFirst();
    }
  }

  /** @param {Event} event */
  #onChange({ target }) {
    if (!(target instanceof HTMLSelectElement) || target.id !== "declare-choice") return;
    this.#choice = Number(target.value);
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    if (this.#kind || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    this.#pickKind(Number(event.key) - 1);
  }

  /** @param {Event} event */
  async #onSubmit(event) {
    event.preventDefault();
    if (this.#preview) {
      await this.#sendConfirmed();
      return;
    }
    const { choice } = this.#chosen;
    const command = commandWithFields(choice.command, choice.fields, `declare-${this.#choice}`);
    if (!command) return;
    if (choice.blind) {
      // A count is blind: what follows from it is told afterwards.
      this.#command = command;
      await this.#sendConfirmed();
    } else await this.#loadPreview(command);
  }

  async #sendConfirmed() {
    if (this.#table.isBusy()) {
      const words = "This was not sent, because there is no connection. Try again.";
      this.#problem = { words, clause: null };
      this.#draw();
      return;
    }
    this.#dialog.close();
    await this.#table.send(this.#command);
  }

  /** @param {Record<string, any>} command */
  async #loadPreview(command) {
    try {
      this.#preview = await this.#table.requestPreview(command);
      this.#command = command;
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#problem = { words: error.message, clause: error.clause };
      this.#preview = null;
      if (this.#isPlain) this.#kind = null;
    }
    this.#draw();
    this.#focusFirst();
  }
}

const backButton = () => h("button", { type: "button", "data-back": true }, "Back");

const cancelButton = () =>
  h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"));
