import type { Framing } from './frameReader.ts';

/** Who takes what a framing found. */
export interface FrameListener {
  /** The frame's content lies at `[start, end)`; the bytes are valid during the call only. */
  onFrame(bytes: Uint8Array, start: number, end: number): void;
  onGarbage(bytes: Uint8Array): void;
}

/** The framing of a text protocol: it says where frames begin and end, a listener takes them without their marks. */
export abstract class ListeningFraming implements Framing {
  readonly maximum: number;
  protected readonly listener: FrameListener;

  constructor(maximum: number, listener: FrameListener) {
    this.maximum = maximum;
    this.listener = listener;
  }

  abstract measure(bytes: Uint8Array, start: number, end: number): number;
  abstract onFrame(bytes: Uint8Array, start: number, end: number): void;

  /** Text has no lengths that could hide a frame: where one ends is seen. */
  findWhole(_bytes: Uint8Array, _start: number, _end: number): number {
    return -1;
  }

  onGarbage(bytes: Uint8Array): void {
    this.listener.onGarbage(bytes);
  }
}
