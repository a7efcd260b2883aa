// The form that takes a record: a file that is chosen fills it and is sent.

import { byId } from "../shared/dom.js";

const file = byId("file", HTMLInputElement);
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  byId("record", HTMLTextAreaElement).value = await chosen.text();
  byId("own-record", HTMLFormElement).requestSubmit();
});
