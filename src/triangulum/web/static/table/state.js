// @ts-check
// Everything that the page of a table knows, in one record. `session.js` changes it when a message comes, `commands/` when
// the user does something; `render.js` draws it. Objects in it are replaced rather than changed, so that views can tell
// by `===` whether to draw again; comments name the exceptions.

import { EMPTY_SCENE } from "../scene/diff.js";

/** @import {Settings} from "./settings.js" */
/** @import {StepSelection} from "../scene/steps.js" */
/** @import {ClockTimes, Connection, HintReply, Kit, LegalMoves, Presence, PreviewReply, Scene, TableInfo, Update, You} from "../../types" */

/**
 * What the page was sent with, which never changes.
 * @typedef {object} PageInfo
 * @property {string} tableId
 * @property {string} title The game's.
 * @property {boolean} hasSecrets Whether the game has any.
 * @property {boolean} hasDice Whether chance plays a part in the game.
 * @property {string} savedName The name under which this browser played last; empty if it never did.
 */

/** @typedef {"log" | "talk" | "rules" | "more"} TabName */

/**
 * An update in the log.
 * @typedef {object} LogEntry
 * @property {number} number The update's.
 * @property {string} narration What happened, in sentences.
 * @property {string[]} notations Its moves in notation.
 * @property {"step" | "note"} kind
 */

/**
 * Something that was said in the chat.
 * @typedef {object} ChatLine
 * @property {string} alias The speaker's.
 * @property {string} name The same.
 * @property {string} text
 * @property {boolean} isOwn Whether we said it.
 */

/**
 * @typedef {object} TableState
 *
 * @property {PageInfo} page
 * @property {Settings} settings The user's own settings, kept by the browser.
 * @property {Connection} connection
 *
 * The table and the people at it.
 * @property {TableInfo | null} table As everybody sees it; null before the first snapshot.
 * @property {string[]} names What to call the players, by seat.
 * @property {You} you
 * @property {number | null | undefined} perspective The seat whose view is shown, null for a spectator's;
 *   undefined before the first snapshot.
 * @property {Presence | null} presence Who is here; null before we know.
 * @property {number} toMove The seat to move, -1 for chance, -2 for nobody.
 * @property {number | null} freeTakeBackSeat The seat that can take its last move back without asking.
 * @property {ClockTimes | null} clock The clocks as they were sent; null at a table without clocks.
 * @property {number} clockTime When they were sent, by `performance.now()`.
 * @property {number | null} coveredSeat The seat to which a shared screen is passed; the table is covered until that player
 *   is there. Null if it isn't covered.
 *
 * The picture.
 * @property {Kit | null} kit The drawings; null before they have come, or if they can't be loaded.
 * @property {boolean} isKitSettled Whether the drawings have come, or never will.
 * @property {boolean} hasPicture Whether the game can be drawn at all.
 * @property {number} numSnapshots How many snapshots have come; each may need another layout.
 * @property {number} lastNumber The number of the last update that has come.
 * @property {Scene} latestScene The scene after the last update that has come.
 * @property {Scene} shownScene The scene after the last update that was shown; behind the latest while moves are played.
 * @property {Map<number, Scene>} scenes The scenes that we know, by the number of the update that led to them; added to in place.
 * @property {Update[]} queue Updates that wait to be shown, one after the other; changed in place.
 * @property {boolean} isPlayingQueue
 * @property {() => void} endPause Ends the pause after a move of the queue.
 * @property {number | null} viewedNumber The number of the earlier position that is shown; null for the present one.
 *
 * The choice of a move.
 * @property {LegalMoves | null} moves The legal moves; null if it is not our turn.
 * @property {StepSelection | null} selection What is chosen of them so far; null if nothing can be chosen. Changed in place.
 * @property {PreviewReply | null} preview What the move that is chosen or pointed at would bring.
 * @property {string | null} hoveredKey The piece that the mouse is over.
 * @property {boolean} isSending Whether a move has been sent and not answered.
 * @property {HintReply | null} hint The hint that is shown.
 * @property {{moves: LegalMoves, answer: Promise<HintReply>} | null} hintRequest What a bot was asked about which moves.
 * @property {number | null} winChance Our chance to win by a bot's estimate, from 0 to 1; null if none was asked.
 * @property {string | null} typedMove What is being typed as a move, so far; null while nobody types.
 * @property {string} remark What the bar says for now instead of whose turn it is: why a move was refused, for instance.
 *   Usually empty.
 *
 * What has happened.
 * @property {LogEntry[]} log Appended to; replaced when it is loaded again.
 * @property {ChatLine[]} chat The same.
 * @property {number} loggedNumber The number of the last update in the log.
 * @property {Update[] | null} updatesSinceRequest What came while the log is being requested, and may be missing in the
 *   answer; null if it isn't being requested. Appended to.
 * @property {Map<number, string>} lastMoveTexts What each seat did last, in sentences.
 * @property {number | null} lastMover The seat that moved last.
 * @property {string} announcement What a screen reader says of the last update.
 * @property {ChatLine | null} incomingChatLine The last chat line of somebody else since the page was opened.
 *
 * The sidebar, and seats before the game.
 * @property {TabName} openTab
 * @property {boolean} hasUnreadChat Whether there are chat lines that came while another tab was open.
 * @property {{html: string | null} | null} guide The rules as they were loaded last, without html if they couldn't be;
 *   null before anybody has opened them.
 * @property {number | "table" | null} copiedLink Which link was copied last: the table's, or the invitation to a seat.
 */

/** Return the state of a page that has just been opened.
 * @param {PageInfo} page @param {Settings} settings @returns {TableState} */
export function createInitialState(page, settings) {
  return {
    page,
    settings,
    connection: { status: "connecting", reason: "", hasUnansweredCommand: false },

    table: null,
    names: [],
    you: { alias: "", name: "", seats: [], host: false, muted: [] },
    perspective: undefined,
    presence: null,
    toMove: -1,
    freeTakeBackSeat: null,
    clock: null,
    clockTime: 0,
    coveredSeat: null,

    kit: null,
    isKitSettled: false,
    hasPicture: false,
    numSnapshots: 0,
    lastNumber: 0,
    latestScene: EMPTY_SCENE,
    shownScene: EMPTY_SCENE,
    scenes: new Map(),
    queue: [],
    isPlayingQueue: false,
    endPause: () => {},
    viewedNumber: null,

    moves: null,
    selection: null,
    preview: null,
    hoveredKey: null,
    isSending: false,
    hint: null,
    hintRequest: null,
    winChance: null,
    typedMove: null,
    remark: "",

    log: [],
    chat: [],
    loggedNumber: 0,
    updatesSinceRequest: null,
    lastMoveTexts: new Map(),
    lastMover: null,
    announcement: "",
    incomingChatLine: null,

    openTab: "log",
    hasUnreadChat: false,
    guide: null,
    copiedLink: null,
  };
}
