// @ts-check
// From the tree of what can be touched to one action. Nothing here knows of the page: what is touched comes in as keys
// and names, and what can be touched next goes out the same way.

import { label } from "../shared/labels.js";

/** @import {Branch, TouchStep} from "../../types" */

/** @typedef {Branch & {step: {type: "pick", key: string}}} PickBranch */
/** @typedef {Branch & {step: {type: "cycle", key: string, way: string}}} RotationBranch */
/** @typedef {Branch & {step: {type: "set", keys: string[]}}} SetBranch */
/** @typedef {Branch & {step: {type: "button", name: string, label: string} | {type: "confirm", label: string}}} ButtonBranch */

/** What the player has chosen so far, on the way to an action. */
export class StepSelection {
  /** @param {Branch[]} tree */
  constructor(tree) {
    this.tree = tree;
    /** The chosen branches, from the root on.
     * @type {Branch[]} */
    this.path = [];
    /** Which rotation is chosen; -1 for none yet, where something else can be touched as well. */
    this.rotationIndex = -1;
    /** Pieces of a set that have been touched.
     * @type {Set<string>} */
    this.gatheredKeys = new Set();
    this.takeForcedSteps();
  }

  /** The branches that can follow what has been chosen.
   * @returns {Branch[]} */
  get options() {
    return this.path.length ? (this.path[this.path.length - 1].then ?? []) : this.tree;
  }

  /** @returns {PickBranch[]} */
  get picks() {
    return listPicks(this.options);
  }

  /** @returns {RotationBranch[]} */
  get rotations() {
    return /** @type {RotationBranch[]} */ (this.options.filter(({ step }) => step.type === "cycle"));
  }

  /** @returns {SetBranch[]} */
  get sets() {
    return /** @type {SetBranch[]} */ (this.options.filter(({ step }) => step.type === "set"));
  }

  /** @returns {ButtonBranch[]} */
  get buttons() {
    return /** @type {ButtonBranch[]} */ (this.options.filter(({ step }) => step.type === "button" || step.type === "confirm"));
  }

  /** The sets that contain all that has been gathered.
   * @returns {SetBranch[]} */
  get reachableSets() {
    return this.sets.filter(({ step }) => [...this.gatheredKeys].every((key) => step.keys.includes(key)));
  }

  /** The keys of all pieces that can be touched now to go on.
   * @returns {Set<string>} */
  get touchableKeys() {
    return new Set([
      ...this.picks.map(({ step }) => step.key),
      ...this.rotations.map(({ step }) => step.key),
      ...this.reachableSets.flatMap(({ step }) => step.keys),
    ]);
  }

  /** The keys that can be touched to choose something else than before.
   * @returns {Set<string>} */
  get alternativeKeys() {
    const levels = [this.tree, ...this.path.slice(0, -1).map((branch) => branch.then ?? [])];
    const picks = levels.slice(0, this.path.length).flatMap(listPicks);
    return new Set(picks.map(({ step }) => step.key));
  }

  /** The keys of the pieces that have been chosen.
   * @returns {Set<string>} */
  get chosenKeys() {
    const keys = this.path.flatMap(({ step }) => (step.type === "pick" ? [step.key] : []));
    return new Set([...keys, ...this.gatheredKeys]);
  }

  /** The last branch that has been chosen.
   * @returns {Branch | undefined} */
  get lastBranch() {
    return this.path[this.path.length - 1];
  }

  /** The branch at which everything chosen so far ends, with an action or more to choose; null if more must be touched.
   * @returns {Branch | null} */
  get candidate() {
    const { lastBranch, rotations } = this;
    if (lastBranch?.action !== undefined) return lastBranch;
    if (rotations.length && this.rotationIndex >= 0) return rotations[this.rotationIndex];
    return this.sets.find(({ step }) => hasSameKeys(step.keys, this.gatheredKeys)) ?? null;
  }

  /** How many pieces of a set are gathered, and of how many, such as "3" or "2–3"; null if none is.
   * @returns {{count: number, total: string} | null} */
  get gatherProgress() {
    if (!this.sets.length || !this.gatheredKeys.size) return null;
    const sizes = this.reachableSets.map(({ step }) => step.keys.length);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    return { count: this.gatheredKeys.size, total: least === most ? String(most) : `${least}–${most}` };
  }

  /** Whether the player has chosen anything yet.
   * @returns {boolean} */
  get hasChosen() {
    return this.path.length > this.numForcedSteps || this.gatheredKeys.size > 0;
  }

  /** How many steps at the beginning leave no choice.
   * @returns {number} */
  get numForcedSteps() {
    let level = this.tree;
    let count = 0;
    while (level.length === 1 && level[0].then?.length) {
      level = level[0].then;
      count += 1;
    }
    return count;
  }

  /** Whether a piece can be turned to lie another way.
   * @returns {boolean} */
  get canRotate() {
    return this.rotations.length > 1 || (this.rotations.length === 1 && this.rotationIndex < 0);
  }

  /** Touch a piece: go on with it, rotate it, add it to a set or take it away, or choose again.
   * @param {string} key @returns {boolean} Whether that meant anything. */
  touchPiece(key) {
    if (this.rotations.some(({ step }) => step.key === key)) return this.rotatePiece(1);
    if (this.sets.length && this.touchableKeys.has(key) && !this.picks.some(({ step }) => step.key === key)) {
      if (!this.gatheredKeys.delete(key)) this.gatheredKeys.add(key);
      return true;
    }
    for (let depth = this.path.length; depth >= 0; depth -= 1) {
      const level = depth ? (this.path[depth - 1].then ?? []) : this.tree;
      const branch = listPicks(level).find(({ step }) => step.key === key);
      if (!branch) continue;
      if (this.path[depth] === branch) this.undoToDepth(depth);
      else {
        this.path.length = depth;
        this.chooseBranch(branch);
      }
      return true;
    }
    return false;
  }

  /** Press a button by its name; a confirmation is called "confirm".
   * @param {string} name @returns {boolean} Whether there is such a button. */
  pressButton(name) {
    const branch = this.buttons.find(({ step }) => stepButtonName(step) === name);
    if (branch) this.chooseBranch(branch);
    return branch !== undefined;
  }

  /** Rotate the piece that can be rotated.
   * @param {number} by How many rotations further; negative for back. @returns {boolean} Whether there is such a piece. */
  rotatePiece(by) {
    const count = this.rotations.length;
    if (!count) return false;
    this.rotationIndex = this.rotationIndex < 0 ? 0 : (this.rotationIndex + by + count) % count;
    return true;
  }

  /** Go on from a candidate that isn't an action yet.
   * @returns {boolean} Whether there is one. */
  continueFromCandidate() {
    const { candidate } = this;
    if (!candidate || candidate === this.lastBranch || candidate.action !== undefined) return false;
    this.chooseBranch(candidate);
    return true;
  }

  /** Choose all that leads to an action, as if it had been touched.
   * @param {number} action @returns {boolean} Whether the tree has it. */
  chooseAction(action) {
    const path = findBranchPath(this.tree, action);
    if (!path) return false;
    this.path = path;
    this.gatheredKeys.clear();
    const last = path[path.length - 1];
    if (last.step.type !== "cycle" && last.step.type !== "set") return true;
    this.path = path.slice(0, -1);
    if (last.step.type === "set") this.gatheredKeys = new Set(last.step.keys);
    else this.rotationIndex = this.rotations.indexOf(/** @type {RotationBranch} */ (last));
    return true;
  }

  /** @param {Branch} branch */
  chooseBranch(branch) {
    this.path.push(branch);
    this.gatheredKeys.clear();
    this.takeForcedSteps();
  }

  /** Take steps that leave no choice and lead to others. */
  takeForcedSteps() {
    while (this.options.length === 1 && this.options[0].then?.length) this.path.push(this.options[0]);
    this.rotationIndex = this.rotations.length && !this.picks.length ? 0 : -1;
    const [option] = this.options;
    if (this.path.length && this.options.length === 1 && option.step.type === "set") {
      this.gatheredKeys = new Set(option.step.keys);
    }
  }

  /** Undo the last choice. */
  undoChoice() {
    if (this.rotationIndex >= 0 && this.picks.length) this.rotationIndex = -1;
    else if (this.gatheredKeys.size && this.sets.length > 1) this.gatheredKeys.clear();
    else this.undoToDepth(this.findLastChoiceDepth());
  }

  /** Return how deep in the path the last choice was made; forced steps don't count.
   * @returns {number} */
  findLastChoiceDepth() {
    let depth = this.path.length - 1;
    while (depth > 0 && (this.path[depth - 1].then ?? []).length === 1) depth -= 1;
    return depth === 0 && this.tree.length === 1 ? this.numForcedSteps : depth;
  }

  /** @param {number} depth */
  undoToDepth(depth) {
    this.path.length = Math.max(0, Math.min(depth, this.path.length));
    this.gatheredKeys.clear();
    this.takeForcedSteps();
  }
}

/** @param {Branch[]} branches @returns {PickBranch[]} */
function listPicks(branches) {
  return /** @type {PickBranch[]} */ (branches.filter(({ step }) => step.type === "pick"));
}

/** @param {string[]} keys @param {Set<string>} keySet @returns {boolean} */
function hasSameKeys(keys, keySet) {
  return keys.length === keySet.size && keys.every((key) => keySet.has(key));
}

/** Return the name by which a step's button is pressed.
 * @param {TouchStep} step @returns {string} */
export function stepButtonName(step) {
  return step.type === "button" ? step.name : step.type;
}

/** Return what a branch's button says: its label, or the notation of its action.
 * @param {ButtonBranch} branch @returns {string} */
export function branchButtonLabel({ step, text }) {
  return step.label || text || "";
}

/** Return the branches that lead to an action; null if the tree doesn't have it.
 * @param {Branch[]} tree @param {number} action @returns {Branch[] | null} */
export function findBranchPath(tree, action) {
  for (const branch of tree) {
    if (branch.action === action) return [branch];
    const path = findBranchPath(branch.then ?? [], action);
    if (path) return [branch, ...path];
  }
  return null;
}

/** Return the notation of all actions of a tree.
 * @param {Branch[]} tree @returns {string[]} */
export function listNotations(tree) {
  return tree.flatMap((branch) => (branch.action === undefined ? listNotations(branch.then ?? []) : [branch.text ?? ""]));
}

/** Return what can be done with a complete choice, for when there is nothing else to say about it.
 * @param {StepSelection} selection @returns {string} */
export function describeCompleteChoice(selection) {
  return selection.canRotate ? label("rotate-or-confirm") : label("confirm-or-undo");
}
