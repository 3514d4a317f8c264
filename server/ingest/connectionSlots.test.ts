import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/domain/base/index.ts';
import { ConnectionSlots } from './connectionSlots.ts';
import { IngestCounters } from './counters.ts';

class PretendedSocket extends EventEmitter {
  readonly remoteAddress: string;
  isClosed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isClosed = true;
    this.emit('close');
  }
}

describe('connections of devices', () => {
  it('are closed where there are too many of an address, or in all, and counted; a flood is named once a minute', () => {
    let now = 0;
    const warnings: object[] = [];
    const logger = { info: () => undefined, error: () => undefined, warn: (details: object) => warnings.push(details) };
    const counters = new IngestCounters().of('gt06');
    const slots = new ConnectionSlots({ total: 4, perAddress: 2 }, () => now, logger);
    const connect = (address: string) => {
      const socket = new PretendedSocket(address);
      return { socket, isIn: slots.admit(socket as unknown as Socket, counters) };
    };
    const first = connect('203.0.113.7');
    expect([first, connect('::ffff:203.0.113.7')].map(({ isIn }) => isIn)).toEqual([true, true]);
    const third = connect('203.0.113.7');
    expect([third.isIn, third.socket.isClosed]).toEqual([false, true]);
    first.socket.destroy();
    expect(connect('203.0.113.7').isIn).toBe(true);
    expect(['127.0.0.1', '::1', '127.0.0.1'].map((address) => connect(address).isIn)).toEqual([true, true, false]);
    expect(counters.turnedAway).toBe(2);
    expect(warnings).toHaveLength(1);
    now = MINUTE;
    expect(connect('127.0.0.1').isIn).toBe(false);
    expect(warnings).toHaveLength(2);
  });
});
