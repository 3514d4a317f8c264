/** Bytes of units since they were last taken: what their devices sent and were sent, without what networks add. */
export class TrafficCount {
  #bytes = new Map<number, number>();

  /** Called for every chunk and datagram: no more than a sum. */
  add(unitId: number, bytes: number): void {
    this.#bytes.set(unitId, (this.#bytes.get(unitId) ?? 0) + bytes);
  }

  /** Of each unit that had any; they are counted from nothing again. */
  take(): ReadonlyMap<number, number> {
    const taken = this.#bytes;
    this.#bytes = new Map();
    return taken;
  }

  /** Bytes that could not be stored count with those that come. */
  putBack(taken: ReadonlyMap<number, number>): void {
    for (const [unitId, bytes] of taken) this.add(unitId, bytes);
  }
}
