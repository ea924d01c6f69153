// @ts-check
// Checks the dice of a finished game, by docs/fair-dice.md (triangulum-dice-1), with nothing but the browser's own
// SHA-256 and HMAC.

const VERSION = "triangulum-dice-1";

/** @typedef {{seat: number, nonce: string | Uint8Array}} Nonce */
/** @typedef {{counter: bigint, weights: bigint[], outcome: number}} Step */
/** @typedef {{seed: string, commitment: string, label: string, nonces: Nonce[], steps: Step[], gaps?: boolean}} Dice */
/** @typedef {{fault: "commitment" | "counter" | "outcome", step: number | null} | null} Verdict */

/** @param {number} value */
const u32 = (value) => number(BigInt(value), 4);
/** @param {bigint} value */
const u64 = (value) => number(value, 8);

/** Return a whole number as bytes, most significant first. @param {bigint} value @param {number} many */
function number(value, many) {
  const bytes = new Uint8Array(many);
  for (let at = many - 1; at >= 0; at -= 1, value >>= 8n) bytes[at] = Number(value & 255n);
  return bytes;
}

/** @param {string | Uint8Array} text */
const bytesOf = (text) => (typeof text === "string" ? new TextEncoder().encode(text) : text);

/** @param {...Uint8Array} parts @returns {Uint8Array<ArrayBuffer>} */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {string | Uint8Array} content */
function framed(content) {
  const bytes = bytesOf(content);
  return joined(u32(bytes.length), bytes);
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("these are no hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** What begins the message of every block. @param {string} label @param {Nonce[]} nonces */
async function preamble(label, nonces) {
  const sorted = [...nonces].sort((one, other) => one.seat - other.seat);
  const given = sorted.flatMap(({ seat, nonce }) => [u32(seat), framed(nonce)]);
  const digest = await sha256(joined(framed(VERSION), framed("nonces"), u32(sorted.length), ...given));
  return joined(framed(VERSION), framed(label), digest);
}

/** Return the number that a try draws.
 * @param {CryptoKey} key @param {Uint8Array} opening @param {bigint} counter @param {number} retry @param {number} bits */
async function drawn(key, opening, counter, retry, bits) {
  const blocks = Math.ceil(bits / 256);
  let value = 0n;
  for (let block = 0; block < blocks; block += 1) {
    const message = joined(opening, u64(counter), u32(retry), u32(block));
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    value = (value << 256n) | BigInt(`0x${toHex(digest)}`);
  }
  return value >> BigInt(256 * blocks - bits);
}

/** Return the outcome that a number falls on; -1 if on none. @param {bigint} value @param {bigint[]} weights */
export function outcomeAt(value, weights) {
  return weights.findIndex((weight) => {
    if (value < weight) return true;
    value -= weight;
    return false;
  });
}

/** How many bits are drawn for a sum of weights. @param {bigint} total */
export const bitsNeeded = (total) => (total === 1n ? 0 : (total - 1n).toString(2).length);

/** @param {CryptoKey} key @param {Uint8Array} opening @param {bigint} counter @param {bigint[]} weights */
async function rolled(key, opening, counter, weights) {
  const bits = bitsNeeded(weights.reduce((sum, weight) => sum + weight, 0n));
  for (let retry = 0; ; retry += 1) {
    const place = outcomeAt(await drawn(key, opening, counter, retry, bits), weights);
    if (place >= 0) return place;
  }
}

/** Return the first thing that is wrong with a game's dice, its step counted from 1; null if they are fair.
 * @param {Dice} dice @returns {Promise<Verdict>} */
export async function verdict({ seed, commitment, label, nonces, steps, gaps = false }) {
  const secret = fromHex(seed);
  if (secret.length !== 32 || toHex(await sha256(secret)) !== commitment.toLowerCase()) {
    return { fault: "commitment", step: null };
  }
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const opening = await preamble(label, nonces);
  let due = 0n;
  for (const [at, { counter, weights, outcome }] of steps.entries()) {
    if (counter < due || (counter > due && !gaps)) return { fault: "counter", step: at + 1 };
    if ((await rolled(key, opening, counter, weights)) !== outcome) return { fault: "outcome", step: at + 1 };
    due = counter + 1n;
  }
  return null;
}
