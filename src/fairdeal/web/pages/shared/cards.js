// Cards as pictures. A card is drawn only from what the server sent. Without a face there is only a
// back, so nothing hidden can be in the page.

/** @import { CardScene } from "../types.js" */

const SPRITE = import.meta.resolve("./cards.svg");
const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const COURTS = { J: "oJ", Q: "oQ", K: "oK", "*": "oW" };

/**
 * Makes an SVG element with its attributes and children.
 *
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Node[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/**
 * Makes a part of the sprite at a place.
 *
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} [height]
 */
export function spritePart(id, x, y, width, height = width) {
  return svg("use", { href: `${SPRITE}#${id}`, x, y, width, height });
}

/**
 * Returns the parts of a card's picture. The macro in cards.html draws the same.
 *
 * @param {string | null | undefined} face
 */
function cardParts(face) {
  if (!face) return [spritePart("back", 0, 0, 50, 70)];
  const [rank, suit] = face;
  return [
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 49, height: 69, rx: 3 }),
    spritePart(`r${rank}`, 5, 5, 20, 28),
    ...(suit ? [spritePart(`s${suit}`, 28.5, 7, 16.5)] : []),
    COURTS[rank] ? spritePart(COURTS[rank], 11, 36, 28) : spritePart(`s${suit}`, 12, 37, 26),
  ];
}

/**
 * Makes the picture of a card: `{ face: "As", name: "ace of spades" }`, or its back if there is no
 * face. A card that is part of a paid hand stands out.
 *
 * @param {CardScene} card
 * @param {string} [back]
 * @param {boolean} [paid]
 */
export function cardElement({ face, name }, back = "red", paid = false) {
  const kind = face ? (face[1] ?? "w") : back;
  const attributes = { viewBox: "0 0 50 70", role: "img", "aria-label": name };
  const picture = svg("svg", attributes, ...cardParts(face));
  picture.setAttribute("class", `card card-${kind}${paid ? " plays" : ""}`);
  return picture;
}
