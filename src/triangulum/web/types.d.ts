// What the client and the server say to each other, and what the client keeps; for checking, never sent to a browser.

export type Frame = [x: number, y: number, wide: number, high: number];
export type WirePiece = [
  key: string,
  symbol: string,
  x: number,
  y: number,
  turn?: number,
  scale?: number,
  layer?: number,
  marks?: string[],
  label?: string,
  title?: string,
];

/** A drawing of the kit, placed. Never changed: a piece that moves is another object. */
export interface Piece {
  key: string;
  symbol: string;
  x: number;
  y: number;
  turn: number;
  scale: number;
  layer: number;
  marks: string[];
  label: string;
  title: string;
}

export interface Pane {
  name: string;
  frame: Frame;
  focus: Frame | null;
  still: string[];
  title: string;
  pieces: Piece[];
}

export interface Scene {
  title: string;
  panes: Pane[];
}

export interface PaneDiff {
  name: string;
  removed?: string[];
  order?: string[];
  added?: [place: number, piece: WirePiece][];
  changed?: (Partial<Piece> & { key: string })[];
  frame?: Frame;
  focus?: Frame | null;
  still?: string[];
  title?: string;
}

export interface SceneDiff {
  panes?: PaneDiff[];
  order?: string[];
  title?: string;
}

export interface Kit {
  digest: string;
  prefix: string;
  css: string;
  svg: string;
}

export type Step =
  | { type: "pick"; key: string }
  | { type: "set"; keys: string[] }
  | { type: "cycle"; key: string; way: string }
  | { type: "button"; name: string; label: string }
  | { type: "confirm"; label: string };

export interface Branch {
  step: Step;
  then?: Branch[];
  action?: number;
  text?: string;
}

export interface SeatInfo {
  seat: number;
  kind: "anybody" | "invited" | "person" | "bot";
  name?: string;
  who?: string;
  shared?: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  house: { listed: boolean; take_backs: string; hints: boolean; chat: string; late: boolean };
  host: string;
  phase: "gathering" | "playing" | "over";
  seats: SeatInfo[];
  dice: { version: string; label: string; commitment: string; nonces: Record<string, string>; seed: string | null };
  asked: { seat: number; matter: string; steps: number; missing: number[] } | null;
  result: string;
  winners: number[];
  before: string | null;
  rematch: string | null;
}

export interface You {
  who: string;
  name: string;
  seats: number[];
  host: boolean;
  muted: string[];
}

export type Happening =
  | { what: "step"; seat: number | null; told: string; text?: string; seen: unknown[] }
  | { what: "note"; told: string }
  | { what: "chat"; who: string; name: string; seat?: number; text?: string; preset?: string; muted?: boolean };

/** The clocks of a table at one moment: seconds left by seat, and whose runs. */
export interface Times {
  at: number;
  left: number[];
  running: number | null;
}

export interface Clocked {
  is: "clocked";
  number: number;
  clock: Times;
}

/** Seats whose people are here, and how many look on. */
export interface Present {
  is: "present";
  seats: number[];
  onlookers: number;
}

export interface Here {
  is: "here";
  number: number;
  eyes: number | null;
  table: TableInfo;
  you: You;
  to_move: number;
  kit?: string;
  scene?: SceneDiff;
  clock?: Times;
  undo?: number | null;
}

export interface TableEvent {
  is: "event";
  number: number;
  at: number;
  happened: Happening[];
  to_move: number;
  scene?: SceneDiff;
  table?: TableInfo;
  clock?: Times;
  undo?: number | null;
}

export interface Moves {
  is: "moves";
  number: number;
  seat: number;
  tree: Branch[];
}

export interface Done {
  is: "done";
  id: string;
  number: number;
  table?: string | null;
}

export interface Previewed {
  is: "previewed";
  id: string;
  action: number;
  text: string;
  words: string;
  scene?: SceneDiff;
}

export interface Hinted {
  is: "hinted";
  id: string;
  number: number;
  bot: string;
  action: number;
  text: string;
  best: { action: number; text: string; win: number }[];
}

export interface Refused {
  is: "refused";
  id: string | null;
  reason: string;
  message: string;
  number?: number | null;
}

export type Answer = Done | Previewed | Hinted;
export type Message = Here | TableEvent | Moves | Clocked | Present | Answer | Refused;
export type Command = { do: string } & Record<string, unknown>;
