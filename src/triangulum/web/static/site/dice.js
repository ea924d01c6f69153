// @ts-check
// Rolls the dice of a finished game again, by docs/fair-dice.md (triangulum-dice-1), with nothing but the browser's own
// SHA-256 and HMAC.

const VERSION = "triangulum-dice-1";
const BLOCK_BITS = 256;

/** @typedef {{seat: number, nonce: string | Uint8Array}} Nonce */
/** @typedef {{counter: bigint, weights: bigint[], outcome: number}} ChanceStep */
/** @typedef {{seed: string, commitment: string, label: string, nonces: Nonce[], steps: ChanceStep[], gaps?: boolean}} Dice */
/** @typedef {{fault: "commitment" | "counter" | "outcome", step: number | null}} DiceFault */

/** Return the first thing that is wrong with a game's dice, its step counted from 1; null if they are fair.
 * @param {Dice} dice @returns {Promise<DiceFault | null>} */
export async function findDiceFault({ seed, commitment, label, nonces, steps, gaps = false }) {
  const secret = decodeHex(seed);
  if (secret.length !== 32 || encodeHex(await computeSha256(secret)) !== commitment.toLowerCase()) {
    return { fault: "commitment", step: null };
  }
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const preamble = await computePreamble(label, nonces);
  let nextCounter = 0n;
  for (const [index, { counter, weights, outcome }] of steps.entries()) {
    if (counter < nextCounter || (counter > nextCounter && !gaps)) return { fault: "counter", step: index + 1 };
    if ((await rollOutcome(key, preamble, counter, weights)) !== outcome) return { fault: "outcome", step: index + 1 };
    nextCounter = counter + 1n;
  }
  return null;
}

/** Return what begins the message of every block.
 * @param {string} label @param {Nonce[]} nonces @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function computePreamble(label, nonces) {
  const sorted = [...nonces].sort((first, second) => first.seat - second.seat);
  const fields = sorted.flatMap(({ seat, nonce }) => [encodeU32(seat), encodeFrame(nonce)]);
  const message = joinBytes(encodeFrame(VERSION), encodeFrame("nonces"), encodeU32(sorted.length), ...fields);
  return joinBytes(encodeFrame(VERSION), encodeFrame(label), await computeSha256(message));
}

/** Return the outcome of a chance step, trying again until a number falls on one.
 * @param {CryptoKey} key @param {Uint8Array} preamble @param {bigint} counter @param {bigint[]} weights
 * @returns {Promise<number>} */
async function rollOutcome(key, preamble, counter, weights) {
  const numBits = countBits(weights.reduce((sum, weight) => sum + weight, 0n));
  for (let retry = 0; ; retry += 1) {
    const outcome = findOutcome(await generateNumber(key, joinBytes(preamble, encodeU64(counter), encodeU32(retry)), numBits), weights);
    if (outcome >= 0) return outcome;
  }
}

/** Return the number of so many bits that a message draws.
 * @param {CryptoKey} key @param {Uint8Array} message @param {number} numBits @returns {Promise<bigint>} */
async function generateNumber(key, message, numBits) {
  const numBlocks = Math.ceil(numBits / BLOCK_BITS);
  let value = 0n;
  for (let block = 0; block < numBlocks; block += 1) {
    const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, joinBytes(message, encodeU32(block))));
    value = (value << BigInt(BLOCK_BITS)) | BigInt(`0x${encodeHex(digest)}`);
  }
  return value >> BigInt(BLOCK_BITS * numBlocks - numBits);
}

/** Return the outcome that a number falls on; -1 if on none.
 * @param {bigint} value @param {bigint[]} weights @returns {number} */
export function findOutcome(value, weights) {
  return weights.findIndex((weight) => {
    if (value < weight) return true;
    value -= weight;
    return false;
  });
}

/** Return how many bits are drawn for a sum of weights.
 * @param {bigint} total @returns {number} */
export function countBits(total) {
  return total === 1n ? 0 : (total - 1n).toString(2).length;
}

// Bytes.

/** @param {number} value */
function encodeU32(value) {
  return encodeNumber(BigInt(value), 4);
}

/** @param {bigint} value */
function encodeU64(value) {
  return encodeNumber(value, 8);
}

/** Return a whole number as bytes, the most significant first.
 * @param {bigint} value @param {number} numBytes @returns {Uint8Array<ArrayBuffer>} */
function encodeNumber(value, numBytes) {
  const bytes = new Uint8Array(numBytes);
  for (let index = numBytes - 1; index >= 0; index -= 1, value >>= 8n) bytes[index] = Number(value & 255n);
  return bytes;
}

/** Return content with its length before it.
 * @param {string | Uint8Array} content @returns {Uint8Array<ArrayBuffer>} */
function encodeFrame(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return joinBytes(encodeU32(bytes.length), bytes);
}

/** @param {...Uint8Array} parts @returns {Uint8Array<ArrayBuffer>} */
function joinBytes(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function decodeHex(text) {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("not-hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes @returns {string} */
export function encodeHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function computeSha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
