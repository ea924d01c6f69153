// The client's own types, and its names for what is on the wire; for checking, never sent to a browser.

import type * as Wire from "./wire";

export type { Advice, Branch, Frame, UpdatePart, Invitation, LegalMoves, PaneDiff, SceneDiff, SeatInfo, TableInfo, TableSummary, UpdatePage, You } from "./wire";

/** The whole table as it is now, seen from one seat or as a spectator. */
export type Snapshot = Wire.Snapshot;
/** What happened at the table, numbered. */
export type Update = Wire.Update;
/** Who is at the table. */
export type Presence = Wire.Presence;
/** The clocks at one moment. */
export type ClockTimes = Wire.ClockTimes;
/** What a seat has asked of the others. */
export type Proposal = Wire.Proposal;
export type PreviewReply = Wire.PreviewReply;
export type HintReply = Wire.HintReply;
export type RefusedAnswer = Wire.Refused;
export type ChatUpdate = Wire.ChatUpdate;
export type Kit = Wire.KitInfo;
export type TouchStep = Branch["step"];
export type WirePiece = Wire.Piece;

/** Everything that comes from the table's host. */
export type Message = Wire.ServerMessage;
/** What answers a command. */
export type Answer = Wire.Reply;
/** A command as it is given to a transport, which adds the id. */
export type Command = WithoutId<Wire.SocketCommand>;
/** A request for a new table. */
export type TableRequest = Wire.OpenTable;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type Branch = Wire.Branch;

/** The connection to the table's host: a socket to a server, or a message port to a worker in this browser. */
export interface Transport {
  /** Start to listen. */
  connect(): void;
  /** Start over, under a name that may have changed; a snapshot follows. */
  reconnect(): void;
  /** Send a command, now or as soon as there is a connection; rejects with a `RefusedError`. */
  send(command: Command): Promise<Answer>;
  /** Ask the host's JSON API for something that isn't a message: drawings, the log, an earlier position. */
  requestJson(method: string, path: string, body?: unknown): Promise<any>;
  /** Fetch a piece of a page; null if it can't be reached. */
  loadHtml(path: string): Promise<string | null>;
}

/** What a transport calls. */
export interface TransportListener {
  /** Receive a message. Updates come in order, none is missing and none comes twice. */
  receiveMessage(message: Message): void;
  changeConnection(connection: Connection): void;
}

export interface Connection {
  status: "connecting" | "open" | "lost" | "refused";
  /** Why the table can't be watched, in the host's words; usually empty. */
  reason: string;
  /** Whether a command that changes something waits to be sent or answered. */
  hasUnansweredCommand: boolean;
}

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

/** A part of the picture with a frame of its own: the board, a hand. */
export interface Pane {
  name: string;
  frame: Wire.Frame;
  /** The part worth looking at on a small screen; null for all of it. */
  focus: Wire.Frame | null;
  /** Drawings that never move, below all pieces. */
  still: string[];
  title: string;
  pieces: Piece[];
}

/** The picture of a table. Never changed: a diff leads to another scene, which shares all that stayed the same. */
export interface Scene {
  title: string;
  panes: Pane[];
}
