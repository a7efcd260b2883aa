// Declaring an irregularity: only what is possible now, then what would come of it, then the word.

import { fill, h } from "../shared/dom.js";
import { Refused } from "../shared/live.js";
import { clause, field, notice, outcome, outcomeWords, typed } from "../shared/staff.js";

/** The dialog in which something is declared; `table` has `preview(body)`, `send(body)`, `busy()`, `scene()`. */
export class Declaring {
  constructor(dialog, table) {
    Object.assign(this, { dialog, table, kind: null, choice: 0, told: null, body: null, wrong: null });
    dialog.addEventListener("click", (event) => this.#clicked(event));
    dialog.addEventListener("submit", (event) => this.#submitted(event));
    dialog.addEventListener("change", (event) => this.#changed(event));
    dialog.addEventListener("keydown", (event) => this.#key(event));
  }

  get #kinds() {
    return this.table.scene().declaring ?? [];
  }

  /** Choose what has happened. */
  begin() {
    Object.assign(this, { kind: null, choice: 0, told: null, body: null, wrong: null });
    this.#draw();
    this.dialog.showModal();
    this.#focus();
  }

  /** What would come of something that was said already, to be confirmed. */
  show(kind, body, told) {
    Object.assign(this, { kind: { by: "dealer", choices: [{ words: kind.title, command: body, fields: [] }], ...kind }, choice: 0, told, body, wrong: null });
    this.#draw();
    if (!this.dialog.open) this.dialog.showModal();
    this.#focus();
  }

  /** The table has gone on: what was looked at may be over. */
  refresh() {
    if (!this.dialog.open) return;
    if (this.told && this.told.version !== this.table.scene().version) {
      this.told = null;
      this.wrong = { message: "The table has gone on: look again at what would follow.", clause: null };
      this.#draw();
    } else if (!this.kind) this.#draw();
  }

  #focus() {
    (this.dialog.querySelector("[data-first]") ?? this.dialog.querySelector("h2")).focus();
  }

  #draw() {
    fill(this.dialog, [h("div.sheet", {},
      this.wrong ? notice(this.wrong.message, this.wrong.clause) : null,
      !this.kind ? this.#list() : this.told ? this.#preview() : this.#form())]);
  }

  #list() {
    const kinds = this.#kinds;
    return h("div#list", {},
      h("h2#declare-title", { tabindex: "-1" }, "What has happened?"),
      kinds.length ? null : h("p.muted", {}, "Nothing can be declared at this moment."),
      h("ol.kinds", {}, kinds.map((kind, i) => h("li", {},
        h("button", { type: "button", "data-kind": i, "data-first": i === 0, "aria-keyshortcuts": i < 9 ? String(i + 1) : null },
          h("span", {}, kind.title, clause(kind.clause)), i < 9 ? h("kbd", {}, String(i + 1)) : null)))),
      h("p.buttons", {}, h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"))));
  }

  #form() {
    const choices = this.kind.choices;
    const chosen = choices[this.choice];
    return h(`form#form-${this.#kinds.indexOf(this.kind)}`, {},
      h("h2#declare-title", { tabindex: "-1" }, this.kind.title),
      h("p", {}, clause(this.kind.clause)),
      choices.length > 1
        ? h("p.field", {}, h("label", { for: "declare-choice" }, "Which"),
          h("select#declare-choice", { "data-first": true }, choices.map((one, i) => h("option", { value: i, selected: i === this.choice }, one.words))))
        : null,
      h(`div#declare-fields-${this.choice}`, {}, (chosen.fields ?? []).map((one) => field(one, `declare-${this.choice}`))),
      h("p.buttons", {}, h("button.main", { "data-first": choices.length === 1 && !(chosen.fields ?? []).length }, "See what follows", h("kbd", {}, "Enter")),
        h("button", { type: "button", "data-back": true }, "Back")));
  }

  #preview() {
    const several = this.told.outcomes.length > 1;
    const harm = this.told.outcomes.some((one) => one.void || one.back || one.decks.some((deck) => !deck.now));
    const chosen = this.kind.choices[this.choice].words;
    const words = chosen === this.kind.title ? null : chosen;
    const cited = this.told.outcomes.some((one) => one.words.some((line) => line.clause));
    const names = { true: "If the floorperson finds that they were misdealt", false: "If not" };
    return h("form#preview", { "data-confirm": true },
      h("h2#declare-title", { tabindex: "-1", "data-first": true }, this.kind.title),
      words && h("p.words", {}, words),
      cited ? null : h("p", {}, clause(this.told.clause)),
      this.told.outcomes.map((one) => outcome(one, several ? names[one.said.misdealt] : "")),
      this.told.second
        ? h("p.why", {}, "It takes a second person: the floorperson is asked on his or her own screen, and nothing moves before.")
        : null,
      h("p.buttons", {}, h("button", { class: harm ? "danger" : "main" }, outcomeWords(this.told, this.kind.title)), h("button", { type: "button", "data-back": true }, "Back"),
        h("button", { type: "button", "data-cancel": true }, "Cancel", h("kbd", {}, "Esc"))));
  }

  #clicked({ target }) {
    if (target.closest("[data-cancel]")) return this.dialog.close();
    if (target.closest("[data-close]")) this.wrong = null;
    else if (target.closest("[data-back]")) {
      if (this.told && (this.kind.choices.length > 1 || this.kind.choices[0].fields?.length)) this.told = null;
      else this.kind = this.told = null;
    } else if (target.closest("[data-kind]")) return this.#pick(Number(target.closest("[data-kind]").dataset.kind));
    else return undefined;
    this.#draw();
    return this.#focus();
  }

  #pick(i) {
    const kind = this.#kinds[i];
    if (!kind) return undefined;
    Object.assign(this, { kind, choice: 0, told: null, wrong: null });
    const [only, ...more] = kind.choices;
    if (!more.length && !(only.fields ?? []).length) return this.#look(only.command);
    this.#draw();
    return this.#focus();
  }

  #changed({ target }) {
    if (target.id !== "declare-choice") return;
    this.choice = Number(target.value);
    this.#draw();
  }

  #key(event) {
    if (this.kind || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-9]$/.test(event.key)) {
      event.preventDefault();
      this.#pick(Number(event.key) - 1);
    }
  }

  async #submitted(event) {
    event.preventDefault();
    if (this.told) {
      if (this.table.busy()) {
        this.wrong = { message: "This was not sent: the table does not hear it now. Try again.", clause: null };
        this.#draw();
        return;
      }
      const { body } = this;
      this.dialog.close();
      await this.table.send(body);
      return;
    }
    const chosen = this.kind.choices[this.choice];
    const body = typed(chosen.command, chosen.fields, `declare-${this.choice}`);
    if (body) await this.#look(body);
  }

  async #look(body) {
    try {
      this.told = await this.table.preview(body);
      this.body = body;
      this.wrong = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.wrong = error;
      this.told = null;
      if (this.kind.choices.length === 1 && !this.kind.choices[0].fields?.length) this.kind = null;
    }
    this.#draw();
    this.#focus();
  }
}
