import { INSTANCE_BYTES, type ByteRange } from './fleetColumns.ts';

/** Slots of one page; a page is the least that is sent. */
const PAGE_SHIFT = 6;
const PAGE_BYTES = INSTANCE_BYTES << PAGE_SHIFT;
/** Clean pages between two dirty ones that are cheaper to send than to leave out. */
const JOIN_GAP = 4;
/** One write to the GPU costs about as much as a hundred kilobytes; past this many, one long write is cheaper. */
const MAXIMUM_RANGES = 150;

/** Remembers which parts of the instance buffer changed. Allocates only when it grows. */
export class DirtyPages {
  #pages: Uint8Array;
  #first = Number.MAX_SAFE_INTEGER;
  #last = -1;
  readonly #pool: ByteRange[] = [];

  constructor(slots: number) {
    this.#pages = new Uint8Array((slots >> PAGE_SHIFT) + 1);
  }

  get any(): boolean {
    return this.#last >= 0;
  }

  mark(slot: number): void {
    const page = slot >> PAGE_SHIFT;
    this.#pages[page] = 1;
    if (page < this.#first) this.#first = page;
    if (page > this.#last) this.#last = page;
  }

  grow(slots: number): void {
    const pages = new Uint8Array((slots >> PAGE_SHIFT) + 1);
    pages.set(this.#pages);
    this.#pages = pages;
  }

  clear(): void {
    if (this.#last >= 0) this.#pages.fill(0, this.#first, this.#last + 1);
    this.#first = Number.MAX_SAFE_INTEGER;
    this.#last = -1;
  }

  /** Fills `out` with the changed byte ranges of a fleet of `count` slots, and forgets them. */
  take(out: ByteRange[], count: number): ByteRange[] {
    out.length = 0;
    if (this.#last < 0) return out;
    const limit = count * INSTANCE_BYTES;
    let start = -1;
    let end = -1;
    for (let page = this.#first; page <= this.#last; page++) {
      if (this.#pages[page] === 0) continue;
      if (start >= 0 && page - end > JOIN_GAP) {
        this.#emit(out, start, end, limit);
        start = page;
      } else if (start < 0) {
        start = page;
      }
      end = page;
    }
    this.#emit(out, start, end, limit);
    if (out.length > MAXIMUM_RANGES) this.#joinAll(out);
    this.clear();
    return out;
  }

  #emit(out: ByteRange[], first: number, last: number, limit: number): void {
    const range = (this.#pool[out.length] ??= { start: 0, end: 0 });
    range.start = first * PAGE_BYTES;
    range.end = Math.min((last + 1) * PAGE_BYTES, limit);
    if (range.end > range.start) out.push(range);
  }

  #joinAll(out: ByteRange[]): void {
    out[0].end = out[out.length - 1].end;
    out.length = 1;
  }
}
