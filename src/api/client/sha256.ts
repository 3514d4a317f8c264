/**
 * SHA-256 (FIPS 180-4) of short texts. The browser's own lives in `crypto.subtle`, which is absent
 * where the product is opened over plain HTTP on a local network, and costs a promise for each hash.
 */
const ROUND_CONSTANTS = Uint32Array.from(fractionsOfCubeRoots(64));
const INITIAL = Uint32Array.from([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);
const schedule = new Uint32Array(64);
const encoder = new TextEncoder();

/** The hash as lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  const message = encoder.encode(text);
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  // Texts here are far below 2^29 bytes, so the upper half of the bit length is zero.
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Uint32Array.from(INITIAL);
  for (let block = 0; block < blocks; block++) compress(state, view, block * 64);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, view: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = view.getUint32(offset + t * 4);
  for (let t = 16; t < 64; t++)
    schedule[t] =
      smallSigma1(at(schedule, t - 2)) + at(schedule, t - 7) + smallSigma0(at(schedule, t - 15)) + at(schedule, t - 16);
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const second = (bigSigma0(a) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    const first = (h + bigSigma1(e) + choice + at(ROUND_CONSTANTS, t) + at(schedule, t)) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

const at = (words: Uint32Array, index: number) => words[index] ?? 0;
const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const bigSigma0 = (word: number) => rotate(word, 2) ^ rotate(word, 13) ^ rotate(word, 22);
const bigSigma1 = (word: number) => rotate(word, 6) ^ rotate(word, 11) ^ rotate(word, 25);
const smallSigma0 = (word: number) => rotate(word, 7) ^ rotate(word, 18) ^ (word >>> 3);
const smallSigma1 = (word: number) => rotate(word, 17) ^ rotate(word, 19) ^ (word >>> 10);

/** The standard defines its constants as the first 32 bits of the cube roots' fractions of the primes. */
function fractionsOfCubeRoots(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes.map((prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32));
}
