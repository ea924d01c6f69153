// @ts-check
// From the tree of what can be touched to one action. Nothing here knows of the page: what is touched comes in as keys
// and names, and what can be touched next goes out the same way.

/** @import {Branch, Step} from "../types" */

/** @typedef {Branch & {step: {type: "pick", key: string}}} PickBranch */
/** @typedef {Branch & {step: {type: "cycle", key: string, way: string}}} CycleBranch */
/** @typedef {Branch & {step: {type: "set", keys: string[]}}} SetBranch */
/** @typedef {Branch & {step: {type: "button", name: string, label: string} | {type: "confirm", label: string}}} ButtonBranch */

export class Steps {
  /** @param {Branch[]} tree */
  constructor(tree) {
    this.tree = tree;
    /** What has been chosen, from the root on.
     * @type {Branch[]} */
    this.path = [];
    /** Which of the ways to lie is chosen; -1 for none yet, where something else can be touched as well. */
    this.way = -1;
    /** Pieces of a set that have been touched.
     * @type {Set<string>} */
    this.gathered = new Set();
    this.skip();
  }

  /** What can follow what has been chosen.
   * @returns {Branch[]} */
  get options() {
    return this.path.length ? (this.path[this.path.length - 1].then ?? []) : this.tree;
  }

  /** @returns {PickBranch[]} */
  get picks() {
    return picksOf(this.options);
  }

  /** @returns {CycleBranch[]} */
  get ways() {
    return /** @type {CycleBranch[]} */ (this.options.filter((one) => one.step.type === "cycle"));
  }

  /** @returns {SetBranch[]} */
  get sets() {
    return /** @type {SetBranch[]} */ (this.options.filter((one) => one.step.type === "set"));
  }

  /** What can be pressed.
   * @returns {ButtonBranch[]} */
  get buttons() {
    return /** @type {ButtonBranch[]} */ (
      this.options.filter((one) => one.step.type === "button" || one.step.type === "confirm")
    );
  }

  /** The keys of all pieces that can be touched now to go on.
   * @returns {Set<string>} */
  get keys() {
    const keys = new Set(this.picks.map((one) => one.step.key));
    for (const one of this.ways) keys.add(one.step.key);
    for (const one of this.sets) {
      if (![...this.gathered].every((key) => one.step.keys.includes(key))) continue;
      for (const key of one.step.keys) keys.add(key);
    }
    return keys;
  }

  /** The keys that can be touched to choose something else than before.
   * @returns {Set<string>} */
  get others() {
    const levels = [this.tree, ...this.path.slice(0, -1).map((one) => one.then ?? [])];
    const keys = levels.slice(0, this.path.length).flatMap((level) => picksOf(level).map((one) => one.step.key));
    return new Set(keys);
  }

  /** The keys of the pieces that have been chosen.
   * @returns {Set<string>} */
  get chosen() {
    const keys = this.path.flatMap(({ step }) => (step.type === "pick" ? [step.key] : []));
    return new Set([...keys, ...this.gathered]);
  }

  /** The branch at which everything chosen so far ends, with an action or more to choose; null if more must be touched.
   * @returns {Branch | null} */
  get candidate() {
    const last = this.path[this.path.length - 1];
    if (last?.action !== undefined) return last;
    const ways = this.ways;
    if (ways.length && this.way >= 0) return ways[this.way];
    return this.sets.find((one) => same(one.step.keys, this.gathered)) ?? null;
  }

  /** How far a set is gathered, in a sentence; nothing if none is.
   * @returns {string} */
  get gathering() {
    const { sets, gathered } = this;
    if (!sets.length || !gathered.size) return "";
    const sizes = sets.filter(({ step }) => [...gathered].every((key) => step.keys.includes(key))).map(({ step }) => step.keys.length);
    return `${gathered.size} of ${[...new Set(sizes)].sort((one, other) => one - other).join(" or ")} chosen.`;
  }

  /** Whether somebody has chosen anything yet.
   * @returns {boolean} */
  get begun() {
    return this.path.length > this.skipped || this.gathered.size > 0;
  }

  /** How many steps at the beginning left no choice. */
  get skipped() {
    let level = this.tree;
    let many = 0;
    while (level.length === 1 && level[0].then?.length) {
      level = level[0].then;
      many += 1;
    }
    return many;
  }

  /** Whether there is more than one way to lie.
   * @returns {boolean} */
  get turning() {
    return this.ways.length > 1 || (this.ways.length === 1 && this.way < 0);
  }

  /** Touch a piece: go on with it, turn it, put it to the set or away from it, or choose again.
   * @param {string} key @returns {boolean} Whether that meant anything. */
  touch(key) {
    const ways = this.ways;
    if (ways.some((one) => one.step.key === key)) return this.turn(1);
    if (this.keys.has(key) && this.sets.length && !this.picks.some((one) => one.step.key === key)) {
      if (!this.gathered.delete(key)) this.gathered.add(key);
      return true;
    }
    for (let depth = this.path.length; depth >= 0; depth -= 1) {
      const level = depth ? (this.path[depth - 1].then ?? []) : this.tree;
      const found = picksOf(level).find((one) => one.step.key === key);
      if (!found) continue;
      if (this.path[depth] === found) {
        this.back(depth);
        return true;
      }
      this.path.length = depth;
      this.choose(found);
      return true;
    }
    return false;
  }

  /** Press a button by its name; a confirmation is called "confirm".
   * @param {string} name @returns {boolean} */
  press(name) {
    const found = this.buttons.find((one) => nameOf(one.step) === name);
    if (found) this.choose(found);
    return found !== undefined;
  }

  /** Turn what can be turned.
   * @param {number} by @returns {boolean} */
  turn(by) {
    const many = this.ways.length;
    if (!many) return false;
    this.way = this.way < 0 ? 0 : (this.way + by + many) % many;
    return true;
  }

  /** Go on where what has been chosen is complete and more follows.
   * @returns {boolean} */
  accept() {
    const candidate = this.candidate;
    if (!candidate || candidate === this.path[this.path.length - 1] || candidate.action !== undefined) return false;
    this.choose(candidate);
    return true;
  }

  /** Choose the path to an action, as if it had been touched.
   * @param {number} action @returns {boolean} */
  go(action) {
    const path = pathTo(this.tree, action);
    if (!path) return false;
    this.path = path;
    this.gathered.clear();
    const last = path[path.length - 1];
    if (last.step.type !== "cycle" && last.step.type !== "set") return true;
    this.path = path.slice(0, -1);
    if (last.step.type === "set") this.gathered = new Set(last.step.keys);
    else this.way = this.ways.indexOf(/** @type {CycleBranch} */ (last));
    return true;
  }

  /** @param {Branch} branch */
  choose(branch) {
    this.path.push(branch);
    this.gathered.clear();
    this.skip();
  }

  /** Take steps that leave no choice and lead to others. */
  skip() {
    while (this.options.length === 1 && this.options[0].then?.length) this.path.push(this.options[0]);
    this.way = this.ways.length && !this.picks.length ? 0 : -1;
    if (this.path.length && this.options.length === 1) {
      const only = this.options[0];
      if (only.step.type === "set") this.gathered = new Set(only.step.keys);
    }
  }

  /** Undo the last choice, or all from a depth on.
   * @param {number} [depth] */
  back(depth) {
    if (depth === undefined) {
      if (this.way >= 0 && this.picks.length) {
        this.way = -1;
        return;
      }
      if (this.gathered.size && this.sets.length > 1) {
        this.gathered.clear();
        return;
      }
      depth = this.path.length - 1;
      // What was chosen for want of anything else is not a choice to come back to.
      while (depth > 0 && (this.path[depth - 1].then ?? []).length === 1) depth -= 1;
      if (depth === 0 && this.tree.length === 1) depth = this.skipped;
    }
    this.path.length = Math.max(0, Math.min(depth, this.path.length));
    this.gathered.clear();
    this.skip();
  }
}

/** @param {Branch[]} level @returns {PickBranch[]} */
function picksOf(level) {
  return /** @type {PickBranch[]} */ (level.filter((one) => one.step.type === "pick"));
}

/** @param {string[]} keys @param {Set<string>} others @returns {boolean} */
function same(keys, others) {
  return keys.length === others.size && keys.every((key) => others.has(key));
}

/** The name by which a button is pressed.
 * @param {Step} step @returns {string} */
export function nameOf(step) {
  return step.type === "button" ? step.name : step.type;
}

/** Return the branches that lead to an action.
 * @param {Branch[]} level @param {number} action @returns {Branch[] | null} */
export function pathTo(level, action) {
  for (const one of level) {
    if (one.action === action) return [one];
    const rest = pathTo(one.then ?? [], action);
    if (rest) return [one, ...rest];
  }
  return null;
}

/** Return all actions of a tree, with their notation.
 * @param {Branch[]} level @returns {{action: number, text: string}[]} */
export function leaves(level) {
  return level.flatMap((one) =>
    one.action === undefined ? leaves(one.then ?? []) : [{ action: one.action, text: one.text ?? "" }],
  );
}

/** Return what one can do with a whole choice of which there is nothing else to say.
 * @param {Steps} steps @returns {string} */
export function whatNow(steps) {
  return steps.turning ? "Turn it, or play it." : "Play it, or undo it.";
}
