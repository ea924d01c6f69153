// Checks the test vectors in docs/fair-dice.md, with nothing but that document to go by.
//
//     node dice_checker.js path/to/fair-dice.md
//
// It shares no code with the library, so that the two agree only if the document says enough. It prints what is
// wrong, a line each, and exits with 1; or it says how much it has checked.

"use strict";

// Imported by a call, which works whether this file is taken for a module or for a script.
Promise.all([import("node:crypto"), import("node:fs")]).then(([crypto, fs]) => main(crypto, fs));

const VERSION = "triangulum-dice-1";
const BLOCK_BITS = 256n;

function main(crypto, fs) {
  const page = fs.readFileSync(process.argv[2], "utf8");
  const vectors = JSON.parse(page.match(/^```json\n([^]*?)^```$/m)[1]);
  const check = new Checker(dice(crypto));
  check.same("version", vectors.version, VERSION);
  check.worked(vectors.worked);
  for (const entry of vectors.nonces) check.nonces(entry);
  for (const entry of vectors.mapping) check.mapping(entry);
  for (const table of vectors.tables) check.table(table);
  for (const table of vectors.wrong) check.wrong(table);
  for (const line of check.faults) console.error(line);
  if (check.faults.length > 0) process.exitCode = 1;
  else console.log(`${check.count} values checked, all right`);
}

// The specification, section by section.

function dice(crypto) {
  const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest();
  const hmac = (key, message) => crypto.createHmac("sha256", key).update(message).digest();

  function block(seed, opening, counter, retry, number) {
    return hmac(seed, Buffer.concat([opening, u64(counter), u32(retry), u32(number)]));
  }

  function draw(seed, opening, counter, retry, bits) {
    const blocks = (bits + BLOCK_BITS - 1n) / BLOCK_BITS;
    let stream = 0n;
    for (let number = 0n; number < blocks; number++) {
      stream = (stream << BLOCK_BITS) | toNumber(block(seed, opening, counter, retry, number));
    }
    return stream >> (blocks * BLOCK_BITS - bits);
  }

  function roll(seed, opening, counter, weights) {
    const bits = bitsFor(weights);
    for (let retry = 0n; ; retry++) {
      const outcome = outcomeAt(draw(seed, opening, counter, retry, bits), weights);
      if (outcome !== null) return { outcome, tries: Number(retry) + 1 };
    }
  }

  function opening(label, nonces) {
    return Buffer.concat([framed(VERSION), framed(label), sha256(encodeNonces(nonces))]);
  }

  return { sha256, hmac, draw, roll, opening };
}

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Number(number));
  return bytes;
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(number);
  return bytes;
}

function framed(content) {
  const bytes = Buffer.from(content, "utf8");
  return Buffer.concat([u32(bytes.length), bytes]);
}

function encodeNonces(nonces) {
  const parts = [framed(VERSION), framed("nonces"), u32(nonces.length)];
  for (const nonce of [...nonces].sort((one, other) => one.seat - other.seat)) {
    const content = nonce.text === undefined ? Buffer.from(nonce.bytes, "hex") : nonce.text;
    parts.push(u32(nonce.seat), framed(content));
  }
  return Buffer.concat(parts);
}

function toNumber(bytes) {
  return BigInt("0x" + bytes.toString("hex"));
}

function bitsFor(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  return total === 1n ? 0n : BigInt((total - 1n).toString(2).length);
}

function outcomeAt(number, weights) {
  let sum = 0n;
  for (let outcome = 0; outcome < weights.length; outcome++) {
    sum += weights[outcome];
    if (sum > number) return outcome;
  }
  return null;
}

// The vectors, kind by kind.

class Checker {
  constructor(rules) {
    this.rules = rules;
    this.faults = [];
    this.count = 0;
  }

  same(what, stated, found) {
    this.count++;
    if (JSON.stringify(stated) === JSON.stringify(found)) return;
    this.faults.push(`${what}: the document has ${JSON.stringify(stated)}, found ${JSON.stringify(found)}`);
  }

  worked(entry) {
    const { sha256, hmac, draw, roll, opening } = this.rules;
    const seed = Buffer.from(entry.seed, "hex");
    const weights = entry.weights.map(BigInt);
    const counter = BigInt(entry.counter);
    const start = opening(entry.label, entry.nonces);
    this.same("worked commitment", entry.commitment, sha256(seed).toString("hex"));
    this.nonces(entry);
    this.same("worked bits", entry.bits, Number(bitsFor(weights)));
    this.same("worked tries", entry.tries.length, roll(seed, start, counter, weights).tries);
    entry.tries.forEach((stated, retry) => {
      const message = Buffer.concat([start, u64(counter), u32(retry), u32(0)]);
      const number = draw(seed, start, counter, BigInt(retry), bitsFor(weights));
      this.same(`worked message ${retry}`, stated.message, message.toString("hex"));
      this.same(`worked hmac ${retry}`, stated.hmac, hmac(seed, message).toString("hex"));
      this.same(`worked number ${retry}`, stated.number, number.toString());
      this.same(`worked outcome ${retry}`, stated.outcome, outcomeAt(number, weights));
    });
  }

  nonces(entry) {
    const encoded = encodeNonces(entry.nonces);
    const name = JSON.stringify(entry.nonces);
    this.same(`encoding of ${name}`, entry.encoded, encoded.toString("hex"));
    this.same(`digest of ${name}`, entry.digest, this.rules.sha256(encoded).toString("hex"));
  }

  mapping(entry) {
    const weights = entry.weights.map(BigInt);
    const bits = bitsFor(weights);
    const outcomes = [];
    for (let number = 0n; number < 1n << bits; number++) outcomes.push(outcomeAt(number, weights));
    this.same(`bits for ${entry.weights}`, entry.bits, Number(bits));
    this.same(`outcomes of ${entry.weights}`, entry.outcomes, outcomes);
  }

  table(table) {
    const start = this.rules.opening(table.label, table.nonces);
    for (const roll of table.rolls) {
      const weights = roll.weights.map(BigInt);
      const found = this.rules.roll(Buffer.from(table.seed, "hex"), start, BigInt(roll.counter), weights);
      this.same(`tries of ${table.name}, counter ${roll.counter}`, roll.tries, found.tries);
    }
    this.same(table.name, null, this.firstFault(table));
  }

  wrong(table) {
    this.same(table.name, { fault: table.fault, step: table.step }, this.firstFault(table));
  }

  firstFault(table) {
    const seed = Buffer.from(table.seed, "hex");
    const committed = Buffer.from(table.commitment, "hex");
    if (seed.length !== 32 || !this.rules.sha256(seed).equals(committed)) return { fault: "commitment", step: null };
    const start = this.rules.opening(table.label, table.nonces);
    let due = 0n;
    for (const [place, roll] of table.rolls.entries()) {
      const counter = BigInt(roll.counter);
      const step = place + 1;
      if (counter < due || (counter > due && !table.gaps)) return { fault: "counter", step };
      const found = this.rules.roll(seed, start, counter, roll.weights.map(BigInt));
      if (found.outcome !== roll.outcome) return { fault: "outcome", step };
      due = counter + 1n;
    }
    return null;
  }
}
