// Elements, and how a drawing becomes the page: a scene is drawn afresh as a tree of elements, and
// the page is brought in line with it. What is equal stays as it is, so that focus, scrolling and
// motion survive; listeners sit on the page's regions and never on what is drawn.

export const $ = (id) => document.getElementById(id);

/** An element: `h("p.muted#note", {hidden: false, "data-n": 3}, "words", other)`. */
export function h(name, attributes = {}, ...children) {
  const [, tag, rest] = /^(\w+)(.*)$/.exec(name);
  const element = document.createElement(tag);
  for (const word of rest.match(/[.#][^.#]+/g) ?? [])
    if (word[0] === "#") element.id = word.slice(1);
    else element.classList.add(word.slice(1));
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(key, value === true ? "" : value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

const key = (node) => node.id || (node.dataset && node.dataset.key) || "";

/** Brings `live` in line with `next`; what has an id keeps its element. */
export function morph(live, next) {
  if (live.isEqualNode(next)) return live;
  if (live.nodeName !== next.nodeName || key(live) !== key(next)) {
    live.replaceWith(next);
    return next;
  }
  if (live.nodeType !== Node.ELEMENT_NODE) {
    live.data = next.data;
    return live;
  }
  for (const { name } of [...live.attributes]) if (!next.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  fill(live, [...next.childNodes]);
  return live;
}

/** The children of `live` become these, without those that are nothing. */
export function fill(live, children) {
  const keyed = new Map([...live.children].filter(key).map((child) => [key(child), child]));
  let place = live.firstChild;
  for (const child of children.filter(Boolean)) {
    const same = keyed.get(key(child)) ?? (place && !key(place) && !key(child) ? place : null);
    if (!same) {
      live.insertBefore(child, place);
      continue;
    }
    if (same === place) place = place.nextSibling;
    else live.insertBefore(same, place);
    morph(same, child);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
