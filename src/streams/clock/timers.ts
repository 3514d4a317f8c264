/** Something done later, so that tests decide when. */
export interface Timers {
  /** Runs once after `milliseconds`; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The platform's timers. */
export const systemTimers: Timers = {
  after(milliseconds, run) {
    const id = setTimeout(run, milliseconds);
    return () => clearTimeout(id);
  },
};
