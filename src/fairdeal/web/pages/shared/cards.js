// Cards as pictures. A card is drawn from what the server said of it and nothing else: without a
// face there is only a back, so that nothing hidden can stand in the page.

const SPRITE = import.meta.resolve("./cards.svg");
const SVG = "http://www.w3.org/2000/svg";
const COURTS = { J: "oJ", Q: "oQ", K: "oK", "*": "oW" };

/** An SVG element with its attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A part of the sprite, in a place. */
export function part(id, x, y, width, height = width) {
  return svg("use", { href: `${SPRITE}#${id}`, x, y, width, height });
}

/** What a card shows: keep in step with the macro in cards.html. */
function drawing(face) {
  if (!face) return [part("back", 0, 0, 50, 70)];
  const rank = face[0];
  const suit = face[1];
  return [
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 49, height: 69, rx: 3 }),
    part(`r${rank}`, 5, 5, 20, 28),
    ...(suit ? [part(`s${suit}`, 28.5, 7, 16.5)] : []),
    COURTS[rank] ? part(COURTS[rank], 11, 36, 28) : part(`s${suit}`, 12, 37, 26),
  ];
}

/** The picture of a card: `{face: "As", name: "ace of spades"}`, or without a face its back. */
export function cardElement({ face, name, plays }, back = "red") {
  const kind = face ? (face[1] ?? "w") : back;
  const picture = svg("svg", { viewBox: "0 0 50 70", role: "img", "aria-label": name });
  picture.setAttribute("class", `card card-${kind}${plays ? " plays" : ""}`);
  picture.append(...drawing(face));
  return picture;
}
