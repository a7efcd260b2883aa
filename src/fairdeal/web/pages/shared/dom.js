// Elements, and how a drawing becomes the page. A scene is drawn as a new tree of elements, and the
// page is changed to match it. Equal elements stay, so that focus, scroll positions and animations
// survive. Listeners belong to the regions of a page and never to drawn elements.

/** @typedef {Node | string | number | boolean | null | undefined} Child */
/** @typedef {Child | Child[] | Child[][]} Children */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Returns the element with an id, which must be in the page and of the given class.
 *
 * @template {HTMLElement} T
 * @overload
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
/**
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * @param {string} id
 * @param {new () => HTMLElement} type
 */
export function byId(id, type = HTMLElement) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return element;
}

/**
 * Returns the document in a script element of the page.
 *
 * @param {string} id
 */
export const readJson = (id) => JSON.parse(byId(id).textContent);

/**
 * Returns the element at or above an event's target that a selector describes.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * Makes an element: `h("p.muted#note", { hidden: false, "data-n": 3 }, "words", other)`.
 *
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {Children[]} children
 */
export function h(name, attributes = {}, ...children) {
  const [tag] = name.split(/[.#]/, 1);
  const element = document.createElement(tag);
  for (const word of name.slice(tag.length).match(/[.#][^.#]+/g) ?? [])
    if (word[0] === "#") element.id = word.slice(1);
    else element.classList.add(word.slice(1));
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      element.setAttribute(key, value === true ? "" : String(value));
  for (const child of /** @type {Child[]} */ (children.flat(2)))
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false && child !== "")
      element.append(String(child));
  return element;
}

/**
 * Returns what identifies an element among its siblings.
 *
 * @param {Node} node
 */
function keyOf(node) {
  if (!(node instanceof Element)) return "";
  return node.id || node.getAttribute("data-key") || "";
}

/**
 * Changes `live` to match `next`. An element with a key keeps its identity.
 *
 * @param {Node} live
 * @param {Node} next
 */
export function morph(live, next) {
  if (live.isEqualNode(next)) return;
  if (live.nodeName !== next.nodeName || keyOf(live) !== keyOf(next)) {
    live.parentNode?.replaceChild(next, live);
    return;
  }
  if (!(live instanceof Element) || !(next instanceof Element)) {
    live.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...live.attributes])
    if (!next.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  fill(live, [...next.childNodes]);
}

/**
 * Changes the children of `live` to match these. Values that are not nodes are left out.
 *
 * @param {Element} live
 * @param {(Node | string | number | boolean | null | undefined)[]} children
 */
export function fill(live, children) {
  const keyed = new Map([...live.children].filter(keyOf).map((child) => [keyOf(child), child]));
  /** @type {ChildNode | null} */
  let place = live.firstChild;
  for (const child of children) {
    if (!(child instanceof Node)) continue;
    const unkeyed = place && !keyOf(place) && !keyOf(child) ? place : null;
    const same = keyed.get(keyOf(child)) ?? unkeyed;
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
