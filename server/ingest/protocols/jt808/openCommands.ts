import { keepLatest } from '../shared/index.ts';

/** Commands whose answer may still come. */
const MOST = 64;

/** What was sent to the device and is not answered yet, by serial. */
export class OpenCommands {
  readonly #open = new Map<number, { readonly reference: number; readonly id: number }>();

  sent(serial: number, reference: number, id: number): void {
    keepLatest(this.#open, serial, { reference, id }, MOST);
  }

  /** Number of the message that was sent with this serial. */
  idOf(serial: number): number | undefined {
    return this.#open.get(serial)?.id;
  }

  /** Serial of the oldest open message of this number. */
  serialOf(sent: number): number | undefined {
    return [...this.#open].find(([, { id }]) => id === sent)?.[0];
  }

  /** Takes the command off the list; answers its reference. */
  answered(serial: number): number | undefined {
    const reference = this.#open.get(serial)?.reference;
    this.#open.delete(serial);
    return reference;
  }
}
