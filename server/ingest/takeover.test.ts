import { describe, expect, it } from 'vitest';
import { CONNECTION, MINUTE } from '../../src/domain/base/index.ts';
import { createDeviceWire, type Takeover } from './deviceWire.ts';
import type { Contact } from './types.ts';

// Nobody who only knows a device's number ends the connection of the genuine tracker.

const START = Date.UTC(2026, 5, 1, 12);
const device = { identifier: 'A1', deviceId: 1, unitId: 1, password: null, model: '', clockOffset: null };

function open() {
  let now = START;
  const ended: string[] = [];
  const takeovers: Pick<Takeover, 'from' | 'to'>[] = [];
  const wire = createDeviceWire({ logger: { error: () => undefined }, now: () => now });
  wire.onTakeover(({ from, to }) => takeovers.push({ from, to }));
  const dial = (address: string, more: Partial<Contact> = {}): Contact & { heardAt: number } => ({
    address,
    since: now,
    heardAt: now,
    send: () => 'sent',
    end: () => void ended.push(address),
    ...more,
  });
  const attach = (contact: Contact) => wire.attach(device, 'gt06', contact);
  return { wire, dial, attach, ended, takeovers, pass: (span: number) => (now += span), now: () => now };
}

describe('a second connection of a device', () => {
  it('is refused while the first one is heard from another address', async () => {
    const { wire, dial, attach, ended, takeovers, pass, now } = open();
    const genuine = dial('192.0.2.1');
    expect(await attach(genuine)).toBe(true);
    for (let minute = 0; minute < 5; minute++) {
      pass(CONNECTION.silence - 1);
      const stranger = dial('203.0.113.9');
      expect([wire.admits('A1', stranger), await attach(stranger)]).toEqual([false, false]);
      genuine.heardAt = now();
    }
    expect(wire.contactOf('A1')).toBe(genuine);
    expect([ended, takeovers]).toEqual([[], []]);
  });

  it('takes over once the first one is silent, which is reported', async () => {
    const { wire, dial, attach, ended, takeovers, pass } = open();
    await attach(dial('192.0.2.1'));
    pass(CONNECTION.silence);
    const second = dial('203.0.113.9');
    expect(await attach(second)).toBe(true);
    expect([wire.contactOf('A1'), ended]).toEqual([second, ['192.0.2.1']]);
    expect(takeovers).toEqual([{ from: '192.0.2.1', to: '203.0.113.9' }]);
  });

  it('of the same address takes over at once: the tracker dialled again', async () => {
    const { attach, dial, ended, takeovers, wire } = open();
    await attach(dial('192.0.2.1'));
    const again = dial('192.0.2.1');
    expect(await attach(again)).toBe(true);
    expect([wire.contactOf('A1'), ended, takeovers]).toEqual([again, ['192.0.2.1'], []]);
  });

  it('by HTTP leaves the commands to the connection that is heard', async () => {
    const { attach, dial, wire } = open();
    const genuine = dial('192.0.2.1');
    await attach(genuine);
    const request = dial('203.0.113.9', { isMomentary: true });
    expect(await attach(request)).toBe(false);
    wire.detach('A1', request);
    expect(wire.contactOf('A1')).toBe(genuine);
  });
});

describe('a connection is settled', () => {
  it('after a minute, and after five where the address is new', async () => {
    const { attach, dial, wire, pass } = open();
    const first = dial('192.0.2.1');
    await attach(first);
    expect(wire.unsettledAddress('A1')).toBe('192.0.2.1');
    pass(CONNECTION.youth);
    expect(wire.unsettledAddress('A1')).toBeNull();
    wire.detach('A1', first);
    expect(wire.unsettledAddress('A1')).toBeNull();
    await attach(dial('203.0.113.9'));
    pass(2 * MINUTE);
    expect(wire.unsettledAddress('A1')).toBe('203.0.113.9');
    pass(CONNECTION.newAddress);
    expect(wire.unsettledAddress('A1')).toBeNull();
  });

  it('where each report by HTTP comes from the address of the one before', async () => {
    const { attach, dial, wire, pass } = open();
    for (let report = 0; report < 3; report++) {
      const contact = dial('192.0.2.1', { isMomentary: true });
      await attach(contact);
      expect(wire.unsettledAddress('A1')).toBe(report < 2 ? '192.0.2.1' : null);
      wire.detach('A1', contact);
      pass(CONNECTION.youth / 2);
    }
  });
});
