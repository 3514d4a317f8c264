import { MINUTE } from '../../../src/domain/base/index.ts';
import { encodeIpsBatch, encodeIpsData, encodeIpsLogin } from '../../ingest/protocols/wialon_ips/index.ts';
import { ipsMessage } from '../encoding/wialonIps.ts';
import type { Message, RepeatedUnit } from '../message.ts';
import type { Dialer } from './dialer.ts';
import { problemOf, TargetFailure, type SendResult, type Target, type TargetAddress } from './types.ts';
import { Wire } from './wire.ts';

/** A unit that reports nothing for so long gives its connection back. */
const IDLE = 5 * MINUTE;
/** Connections that are open at a time; those that were used longest ago go first. */
const MOST_WIRES = 500;
const DAMAGED = '16';

interface UnitWire {
  readonly wire: Wire;
  timer: NodeJS.Timeout;
}

/** Wialon IPS 2.0 over TCP: a connection for each unit, which logs in as its tracker would (domain reference, 4.7). */
export class IpsTarget implements Target {
  readonly #address: TargetAddress;
  readonly #dialer: Dialer;
  /** By the unit's identifier, in the order of their last use. */
  readonly #wires = new Map<string, UnitWire>();

  constructor(address: TargetAddress, dialer: Dialer) {
    this.#address = address;
    this.#dialer = dialer;
  }

  async send(unit: RepeatedUnit, messages: readonly Message[]): Promise<SendResult> {
    const answers: (string | null)[] = [];
    const known = this.#wires.get(unit.uid);
    try {
      await this.#sendAll(unit, messages, answers);
      return { answers, problem: null };
    } catch (error) {
      this.#drop(unit.uid);
      // Receivers close connections that were idle, which shows only when one is used again.
      if (known && answers.length === 0) return this.send(unit, messages);
      return { answers, problem: problemOf(error) };
    }
  }

  close(): void {
    for (const uid of this.#wires.keys()) this.#drop(uid);
  }

  async #sendAll(unit: RepeatedUnit, messages: readonly Message[], answers: (string | null)[]): Promise<void> {
    const wire = await this.#wireOf(unit);
    const encoded = messages.map(ipsMessage);
    if (encoded.length > 1) {
      wire.write(encodeIpsBatch(encoded));
      const answer = /^#AB#(\d+)$/.exec(await wire.line());
      if (answer && Number(answer[1]) === encoded.length) return void answers.push(...encoded.map(() => null));
      // Which of them was refused is not said: one by one.
    }
    for (const message of encoded) {
      wire.write(encodeIpsData(message));
      answers.push(refusalIn(await wire.line()));
    }
  }

  async #wireOf({ uid }: RepeatedUnit): Promise<Wire> {
    const known = this.#wires.get(uid);
    if (known?.wire.isOpen) {
      this.#wires.delete(uid);
      this.#keep(uid, known.wire);
      clearTimeout(known.timer);
      return known.wire;
    }
    const wire = new Wire(await this.#dialer.dial(this.#address));
    wire.write(encodeIpsLogin(uid, this.#address.password || 'NA'));
    const answer = await wire.line().catch((error: unknown) => {
      wire.close();
      throw error;
    });
    if (answer !== '#AL#1') {
      wire.close();
      throw new TargetFailure('loginRefused', answer, 'unit');
    }
    this.#keep(uid, wire);
    return wire;
  }

  #keep(uid: string, wire: Wire): void {
    this.#wires.set(uid, { wire, timer: setTimeout(() => this.#drop(uid), IDLE).unref() });
    for (const oldest of this.#wires.keys()) {
      if (this.#wires.size <= MOST_WIRES) return;
      this.#drop(oldest);
    }
  }

  #drop(uid: string): void {
    const known = this.#wires.get(uid);
    if (!known) return;
    clearTimeout(known.timer);
    this.#wires.delete(uid);
    known.wire.close();
  }
}

/** Null: it was taken. Throws where the answer is none, or the message was damaged on its way. */
function refusalIn(line: string): string | null {
  const [, code] = /^#AD#(-?\d+)$/.exec(line) ?? [];
  if (code === undefined || code === DAMAGED) throw new TargetFailure('answered', line);
  return code === '1' ? null : line;
}
