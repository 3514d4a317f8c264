import { retranslatorPacket } from '../encoding/wialonRetranslator.ts';
import type { Message, RepeatedUnit } from '../message.ts';
import type { Dialer } from './dialer.ts';
import { problemOf, TargetFailure, type SendResult, type Target, type TargetAddress } from './types.ts';
import { Wire } from './wire.ts';

const TAKEN = 0x11;

/**
 * Wialon Retranslator 1.0: one connection for all units; each packet is answered by one byte (domain reference, chapter
 * 5).
 */
export class RetranslatorTarget implements Target {
  readonly #address: TargetAddress;
  readonly #dialer: Dialer;
  #wire: Wire | null = null;
  /** Answers name no packet: one batch after another. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(address: TargetAddress, dialer: Dialer) {
    this.#address = address;
    this.#dialer = dialer;
  }

  send(unit: RepeatedUnit, messages: readonly Message[]): Promise<SendResult> {
    const result = this.#before.then(() => this.#attempt(unit, messages, this.#wire !== null));
    this.#before = result;
    return result;
  }

  close(): void {
    this.#wire?.close();
    this.#wire = null;
  }

  async #attempt(unit: RepeatedUnit, messages: readonly Message[], wasOpen: boolean): Promise<SendResult> {
    const answers: null[] = [];
    try {
      const wire = await this.#open();
      for (const message of messages) wire.write(retranslatorPacket(unit, message));
      for (const _ of messages) {
        const answer = await wire.byte();
        if (answer !== TAKEN) throw new TargetFailure('answered', `0x${answer.toString(16).padStart(2, '0')}`);
        answers.push(null);
      }
      return { answers, problem: null };
    } catch (error) {
      this.close();
      // A connection that was idle may have been closed meanwhile.
      if (wasOpen && answers.length === 0) return this.#attempt(unit, messages, false);
      return { answers, problem: problemOf(error) };
    }
  }

  async #open(): Promise<Wire> {
    if (!this.#wire?.isOpen) this.#wire = new Wire(await this.#dialer.dial(this.#address));
    return this.#wire;
  }
}
