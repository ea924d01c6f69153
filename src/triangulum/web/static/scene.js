// @ts-check
// Draws scenes. A scene is a plain value that is never changed: a difference leads to another one that shares all
// pieces that stayed as they were. So any scene can be drawn after any other, and only what differs is touched.

/** @import {SceneDiff, Frame, Kit, Pane, PaneDiff, Piece, Scene, WirePiece} from "../types" */

const SVG = "http://www.w3.org/2000/svg";
const MOVING = 260;
const FADING = 180;
const SMALL = 600;
/** Pixels: on what is narrower a pane shows what is worth looking at, where that is less than everything. */

/** The scene that has nothing in it, from which a whole scene is a difference.
 * @type {Scene} */
export const NOTHING = { title: "", panes: [] };

/** Return the piece that was sent as a row of its fields.
 * @param {WirePiece} row @returns {Piece} */
function pieceOf([key, symbol, x, y, turn = 0, scale = 1, layer = 0, marks = [], label = "", title = ""]) {
  return { key, symbol, x, y, turn, scale, layer, marks, label, title };
}

/** Return the pane that a change leads to: pieces are taken away, changed, put in order, added.
 * @param {Pane} old @param {PaneDiff} change @returns {Pane} */
function appliedToPane(old, change) {
  const gone = new Set(change.removed);
  const news = new Map((change.changed ?? []).map((one) => [one.key, one]));
  let row = old.pieces.filter((piece) => !gone.has(piece.key));
  row = row.map((piece) => (news.has(piece.key) ? { ...piece, ...news.get(piece.key) } : piece));
  if (change.order?.length) {
    const byKey = new Map(row.map((piece) => [piece.key, piece]));
    row = change.order.flatMap((key) => byKey.get(key) ?? []);
  }
  for (const [place, piece] of change.added ?? []) row.splice(place, 0, pieceOf(piece));
  return {
    name: old.name,
    frame: change.frame ?? old.frame,
    focus: change.focus === undefined ? old.focus : change.focus,
    still: change.still ?? old.still,
    title: change.title ?? old.title,
    pieces: row,
  };
}

/** Return the scene that a difference leads to.
 * @param {Scene} old @param {SceneDiff | undefined} change @returns {Scene} */
export function applied(old, change) {
  if (!change) return old;
  const panes = new Map(old.panes.map((pane) => [pane.name, pane]));
  for (const one of change.panes ?? []) {
    const before = panes.get(one.name) ?? { name: one.name, frame: [0, 0, 0, 0], focus: null, still: [], title: "", pieces: [] };
    panes.set(one.name, appliedToPane(/** @type {Pane} */ (before), one));
  }
  const names = change.order ?? old.panes.map((pane) => pane.name);
  return { title: change.title ?? old.title, panes: names.flatMap((name) => panes.get(name) ?? []) };
}

/** Return a scene in which nothing but the board, the first pane, is as in another. It is looked at as before: a map that
 * grew while somebody chooses would move what they are about to touch from under their hand.
 * @param {Scene} scene @param {Scene} other @returns {Scene} */
export function withBoardOf(scene, other) {
  const [board] = other.panes;
  return { ...scene, panes: scene.panes.map((pane) => (pane.name === board?.name ? framedAs(pane, board) : pane)) };
}

/** Return a pane in the frame of another, with that one's rulers and whatever else belongs to a frame.
 * @param {Pane} old @param {Pane} pane @returns {Pane} */
function framedAs(old, pane) {
  const { frame, focus } = old;
  if (String(frame) === String(pane.frame)) return { ...pane, focus };
  /** @param {Piece} piece @returns {boolean} */
  const framing = ({ marks }) => marks.includes("frame");
  const pieces = [...pane.pieces.filter((piece) => !framing(piece)), ...old.pieces.filter(framing)];
  return { ...pane, frame, focus, pieces };
}

/** Return the keys, as "pane/key", of all pieces that have come, moved, turned or look different.
 * @param {Scene} old @param {Scene} now @returns {Set<string>} */
export function changedKeys(old, now) {
  const before = new Map(old.panes.map((pane) => [pane.name, new Map(pane.pieces.map((piece) => [piece.key, piece]))]));
  const keys = now.panes.flatMap(({ name, pieces }) =>
    pieces
      .filter((piece) => {
        const was = before.get(name)?.get(piece.key);
        return !was || was.x !== piece.x || was.y !== piece.y || was.turn !== piece.turn || was.symbol !== piece.symbol;
      })
      .map((piece) => `${name}/${piece.key}`),
  );
  return new Set(keys);
}

/** @param {string} name @param {Record<string, string>} [attributes] @returns {SVGElement} */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** Whether things may move.
 * @returns {boolean} */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A piece on the page. */
class PieceView {
  /** @param {Painter} painter @param {string} pane @param {Piece} piece */
  constructor(painter, pane, piece) {
    this.painter = painter;
    this.pane = pane;
    this.piece = piece;
    this.root = /** @type {SVGGElement} */ (element("g", { "data-key": piece.key }));
    this.use = /** @type {SVGUseElement} */ (element("use"));
    /** @type {Element | null} */
    this.label = null;
    /** @type {Element | null} */
    this.title = null;
    /** What moves or turns the piece.
     * @type {Map<SVGElement, Animation>} */
    this.motions = new Map();
    this.root.append(this.use);
    this.set(piece, null);
  }

  /** Make it look like a piece, moving from where it was if it may.
   * @param {Piece} piece @param {Piece | null} old */
  set(piece, old) {
    this.piece = piece;
    const { prefix } = this.painter;
    if (piece.symbol !== old?.symbol) this.use.setAttribute("href", `#${prefix}-${piece.symbol}`);
    if (piece.x !== old?.x || piece.y !== old?.y) this.glide(this.root, `translate(${piece.x}px, ${piece.y}px)`, old);
    if (piece.turn !== old?.turn || piece.scale !== old?.scale) {
      this.glide(this.use, `rotate(${piece.turn}deg) scale(${piece.scale})`, old);
    }
    if (piece.marks !== old?.marks) this.root.setAttribute("class", ["piece", ...piece.marks].join(" "));
    this.write(old);
  }

  /** Move or turn an element, from where it is seen to be now.
   * @param {SVGElement} what @param {string} transform @param {Piece | null} old */
  glide(what, transform, old) {
    if (old && this.painter.lively) {
      const before = this.motions.get(what);
      const running = before?.playState === "running";
      const from = running ? getComputedStyle(what).transform : what.style.transform;
      before?.cancel();
      const motion = what.animate([{ transform: from }, { transform }], { duration: MOVING, easing: "cubic-bezier(.3,.1,.2,1)" });
      this.motions.set(what, motion);
    }
    what.style.transform = transform;
  }

  /** Write the label and the title, with names for seats.
   * @param {Piece | null} old */
  write(old) {
    const { piece } = this;
    const { prefix, words } = this.painter;
    const anew = piece.symbol !== old?.symbol || piece.scale !== old?.scale;
    if (!piece.label) {
      this.label?.remove();
      this.label = null;
    } else {
      if (!this.label || anew) {
        const model = document.getElementById(`${prefix}_l_${piece.symbol}`);
        const copy = /** @type {SVGElement} */ (model?.cloneNode(true) ?? element("text"));
        copy.removeAttribute("id");
        copy.setAttribute("aria-hidden", "true");
        if (piece.scale !== 1) copy.style.transform = `scale(${piece.scale})`;
        this.label?.remove();
        this.root.append(copy);
        this.label = copy;
      }
      const label = toOneself(piece, words) ?? words(piece.label, true);
      this.label.textContent = label;
      // A name may be longer than the "Seat 0" that the drawing has room for.
      const room = label === piece.label ? 1 : Math.min(1, piece.label.length / label.length);
      const size = this.painter.sizes.get(piece.symbol) ?? this.label.getAttribute("font-size") ?? "12";
      this.painter.sizes.set(piece.symbol, size);
      this.label.setAttribute("font-size", String(Number(size) * room));
    }
    const title = words(piece.title, false);
    if (!title) {
      this.title?.remove();
      this.title = null;
      this.root.setAttribute("aria-hidden", "true");
      this.root.removeAttribute("role");
      return;
    }
    if (!this.title) {
      this.title = element("title");
      this.root.prepend(this.title);
      this.root.removeAttribute("aria-hidden");
      this.root.setAttribute("role", "img");
    }
    if (this.title.textContent !== title) this.title.textContent = title;
  }

  /** Go away, slowly where there is time. */
  leave() {
    if (!this.painter.lively) {
      this.root.remove();
      return;
    }
    this.root.removeAttribute("data-key");
    this.root.setAttribute("aria-hidden", "true");
    this.root.animate([{ opacity: 1 }, { opacity: 0 }], FADING).onfinish = () => this.root.remove();
  }
}

/** A pane on the page. */
export class PaneView {
  /** @param {Painter} painter @param {Pane} pane */
  constructor(painter, pane) {
    this.painter = painter;
    this.pane = pane;
    /** @type {Map<string, PieceView>} */
    this.pieces = new Map();
    this.root = document.createElement("div");
    this.root.className = "pane-box";
    this.root.dataset.pane = pane.name;
    this.svg = /** @type {SVGSVGElement} */ (
      element("svg", { class: `pane ${painter.prefix}`, role: "group", "data-pane": pane.name })
    );
    this.still = element("g", { "aria-hidden": "true" });
    this.things = element("g");
    this.spots = element("g", { class: "spots" });
    this.svg.append(this.still, this.things, this.spots);
    this.root.append(this.svg);
    this.fresh = true;
    /** What is looked at.
     * @type {Frame | null} */
    this.seen = null;
    /** Whether somebody looks where they like, rather than at what there is to see. */
    this.own = false;
    /** What holds everything that can be touched; null if there is nothing.
     * @type {Frame | null} */
    this.needed = null;
  }

  /** Show a pane; pieces that are the same objects as before are not touched.
   * @param {Pane} pane */
  show(pane) {
    const old = this.fresh ? null : this.pane;
    this.fresh = false;
    this.pane = pane;
    if (String([pane.frame, pane.focus]) !== String([old?.frame, old?.focus])) this.frame();
    if (pane.title !== old?.title) this.svg.setAttribute("aria-label", this.painter.words(pane.title, false));
    if (pane.still.join() !== old?.still.join()) {
      this.still.replaceChildren(
        ...pane.still.map((name) => element("use", { href: `#${this.painter.prefix}-${name}` })),
      );
    }
    const staying = new Set(pane.pieces.map((piece) => piece.key));
    for (const [key, view] of this.pieces) {
      if (staying.has(key)) continue;
      view.leave();
      this.pieces.delete(key);
    }
    for (const piece of pane.pieces) this.place(piece);
    this.order();
  }

  /** @param {Piece} piece */
  place(piece) {
    const view = this.pieces.get(piece.key);
    if (view) {
      if (view.piece !== piece) view.set(piece, view.piece);
      return;
    }
    const made = new PieceView(this.painter, this.pane.name, piece);
    this.pieces.set(piece.key, made);
    this.things.append(made.root);
    if (this.painter.lively) made.root.animate([{ opacity: 0 }, {}], FADING);
  }

  /** Put the pieces above each other as they lie. Only those out of place are moved in the document, for whatever is moved
   * is drawn anew; and those that are still fading away are in nobody's way. */
  order() {
    const here = new Set([...this.pieces.values()].map(({ root }) => root));
    /** @param {ChildNode | null} node @returns {ChildNode | null} */
    const from = (node) => {
      while (node && !here.has(/** @type {SVGGElement} */ (node))) node = node.nextSibling;
      return node;
    };
    let at = from(this.things.firstChild);
    for (const piece of this.pane.pieces.toSorted((one, other) => one.layer - other.layer)) {
      const { root } = /** @type {PieceView} */ (this.pieces.get(piece.key));
      // What has been lifted from here is passed over, and moved when it is its turn.
      if (at && at !== root && from(at.nextSibling) === root) at = root;
      if (at === root) at = from(root.nextSibling);
      else this.things.insertBefore(root, at);
    }
  }

  /** Look at the whole frame, or on a small screen at what is worth it and what can be touched; or where one likes. */
  frame() {
    const { frame, focus } = this.pane;
    const small = focus && this.painter.root.clientWidth < SMALL;
    if (this.own && this.seen) this.look(within(this.seen, frame));
    else this.look(small ? within(this.needed ? around(focus, this.needed) : focus, frame) : frame);
    this.root.style.aspectRatio = `${frame[2]} / ${frame[3]}`;
  }

  /** See to it that what can be touched is looked at: all of it, or if somebody looks where they like something of it.
   * @param {Frame[]} spots */
  need(spots) {
    const { seen } = this;
    const needed = spots.length ? spots.reduce(around) : null;
    const lost = this.own && seen && spots.length && !spots.some((spot) => meet(spot, seen));
    if (!lost && String(needed) === String(this.needed)) return;
    if (lost) this.own = false;
    this.needed = needed;
    this.frame();
  }

  /** Look at a rectangle.
   * @param {Frame} seen */
  look(seen) {
    this.seen = seen;
    this.svg.setAttribute("viewBox", seen.join(" "));
    this.root.classList.toggle("zoomed", seen[2] < this.pane.frame[2] * 0.99);
  }
}

/** Return the smallest rectangle with two others in it.
 * @param {Frame} one @param {Frame} other @returns {Frame} */
function around([x, y, wide, high], [ox, oy, w, h]) {
  const [left, top] = [Math.min(x, ox), Math.min(y, oy)];
  return [left, top, Math.max(x + wide, ox + w) - left, Math.max(y + high, oy + h) - top];
}

/** Return a rectangle of the same shape as a frame, within it, that has another one in it as far as it can.
 * @param {Frame} seen @param {Frame} frame @returns {Frame} */
function within([x, y, w, h], [fx, fy, fw, fh]) {
  const wide = Math.min(fw, Math.max(w, (h * fw) / fh));
  const high = (wide * fh) / fw;
  const left = Math.min(Math.max(x + (w - wide) / 2, fx), fx + fw - wide);
  const top = Math.min(Math.max(y + (h - high) / 2, fy), fy + fh - high);
  return [left, top, wide, high];
}

/** Whether the middle of one rectangle lies in another.
 * @param {Frame} one @param {Frame} other @returns {boolean} */
function meet([x, y, w, h], [ox, oy, wide, high]) {
  const [across, down] = [x + w / 2 - ox, y + h / 2 - oy];
  return across > 0 && across < wide && down > 0 && down < high;
}

/** Draws scenes into an element, one box for each pane. */
export class Painter {
  /**
   * @param {HTMLElement} root Where the panes go.
   * @param {(text: string, short: boolean) => string} words What to write where a scene says "seat 0".
   */
  constructor(root, words = (text) => text) {
    this.root = root;
    this.words = words;
    this.prefix = "";
    /** Whether pieces move to their places, or are there at once. */
    this.lively = false;
    /** @type {Map<string, PaneView>} */
    this.panes = new Map();
    this.scene = NOTHING;
    /** The size of labels, by the drawing they are on.
     * @type {Map<string, string>} */
    this.sizes = new Map();
    /** @type {CSSStyleSheet | null} */
    this.sheet = null;
    /** @type {Element | null} */
    this.drawings = null;
    /** Called when a pane has come, with it.
     * @type {(pane: PaneView) => void} */
    this.onpane = () => {};
    /** Called after each drawing. */
    this.ondraw = () => {};
  }

  /** Take the drawings of a game, once.
   * @param {Kit} kit */
  take(kit) {
    if (this.prefix === kit.prefix) return;
    this.clear();
    this.sizes.clear();
    this.prefix = kit.prefix;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(kit.css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== this.sheet), sheet];
    this.sheet = sheet;
    const drawings = new DOMParser().parseFromString(kit.svg, "image/svg+xml").documentElement;
    drawings.classList.add("kit");
    this.drawings?.remove();
    this.drawings = document.importNode(drawings, true);
    document.body.append(this.drawings);
  }

  /** Take everything away. */
  clear() {
    this.panes.clear();
    this.root.replaceChildren();
    this.scene = NOTHING;
  }

  /** Show a scene; lively, if pieces are to be seen moving from where they are.
   * @param {Scene} scene @param {boolean} [lively] */
  draw(scene, lively = true) {
    this.lively = lively && !calm() && !document.hidden && this.scene !== NOTHING;
    const names = new Set(scene.panes.map((pane) => pane.name));
    for (const [name, view] of this.panes) {
      if (names.has(name)) continue;
      view.root.remove();
      this.panes.delete(name);
    }
    for (const pane of scene.panes) {
      let view = this.panes.get(pane.name);
      if (!view) {
        view = new PaneView(this, pane);
        this.panes.set(pane.name, view);
        this.onpane(view);
      }
      if (view.fresh || view.pane !== pane) view.show(pane);
    }
    const roots = scene.panes.map((pane) => /** @type {PaneView} */ (this.panes.get(pane.name)).root);
    if (roots.some((root, at) => this.root.children[at] !== root)) this.root.replaceChildren(...roots);
    this.scene = scene;
    this.ondraw();
  }

  /** Write all labels and titles again, since names have changed. */
  rename() {
    for (const pane of this.panes.values()) for (const view of pane.pieces.values()) view.write(null);
  }

  /** Let everything be where it is going. */
  skip() {
    for (const one of this.root.getAnimations({ subtree: true })) one.finish();
  }

  /** Add a class to pieces named "pane/key", and take it from all others.
   * @param {string} name @param {Set<string>} keys */
  mark(name, keys) {
    for (const pane of this.panes.values()) {
      for (const [key, view] of pane.pieces) view.root.classList.toggle(name, keys.has(`${pane.pane.name}/${key}`));
    }
  }

  /** Return a piece by its key, with the pane it is in.
   * @param {string} key @param {Scene} [scene] @returns {{pane: PaneView, piece: Piece} | null} */
  find(key, scene = this.scene) {
    for (const pane of scene.panes) {
      const piece = pane.pieces.find((one) => one.key === key);
      const view = this.panes.get(pane.name);
      if (piece && view) return { pane: view, piece };
    }
    return null;
  }
}

/** Return a function that writes names where a scene says "seat 0", shortened for labels.
 * @param {() => string[]} names @returns {(text: string, short: boolean) => string} */
export function naming(names) {
  return (text, short) =>
    numbered(text).replace(/\b[Ss]eat (\d+)\b/g, (whole, seat) => {
      const name = names()[Number(seat)];
      if (!name) return whole;
      return short && name.length > 9 ? `${name.slice(0, 8)}…` : name;
    });
}

/** Return a sentence about people of one name as the page calls them: "Bob (seat 1)" is "Bob 1".
 * @param {string} text @returns {string} */
export function numbered(text) {
  return text.replace(/ \(seat (\d+)\)/g, " $1");
}

/** Return what to call the seats: who plays there, with the seat's number, as the pictures have it, where two have one name.
 * @param {string[]} players @returns {string[]} */
export function called(players) {
  const names = players.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  return names.map((name, seat) => (name && names.filter((one) => one === name).length > 1 ? `${name} ${seat}` : name));
}

/** Return what a piece says of somebody as it is said to themselves, "follow" for "follows"; null if it is not said to "You".
 * @param {Piece} piece @param {(text: string, short: boolean) => string} words @returns {string | null} */
function toOneself(piece, words) {
  if (!piece.title.endsWith(` ${piece.label}`)) return null;
  const title = words(piece.title, false);
  return title.startsWith("You ") ? title.slice("You ".length) : null;
}

/** Return a sentence about "You" as one says it: "You rolls" is "You roll".
 * @param {string} words @returns {string} */
export function addressed(words) {
  /** @param {string} verb @returns {string} */
  const plain = (verb) => ({ is: "are", has: "have" })[verb] ?? verb.slice(0, -1);
  return words
    .replace(/\bYou( \([^)]*\))? ([a-z]+s)\b/g, (_, aside = "", verb) => `You${aside} ${plain(verb)}`)
    .replace(/\bYou\b[^.;]*/g, (part) =>
      part.replace(/\b(and|or) (is|has|[a-z]+[^s\W]s)\b/g, (_, link, verb) => `${link} ${plain(verb)}`),
    );
}
