import { describe, expect, it } from 'vitest';
import { createDeviceWire } from './deviceWire.ts';

const device = {
  identifier: '352093081452251',
  deviceId: 1,
  unitId: 1,
  password: null,
  model: 'FMB120',
  clockOffset: null,
};
const command = { reference: 7, text: 'getinfo' };
const PLACE = { address: '192.0.2.1', since: 0, heardAt: 0, end: () => undefined };

function open() {
  const logged: unknown[] = [];
  return { wire: createDeviceWire({ logger: { error: (details) => logged.push(details) }, now: () => 0 }), logged };
}

describe('the device wire', () => {
  it('sends to the latest connection of a device and to none when it has left', async () => {
    const { wire } = open();
    const sent: string[] = [];
    const contact = (name: string) => ({ ...PLACE, send: () => (sent.push(name), 'sent' as const) });
    const [first, second] = [contact('first'), contact('second')];
    expect(wire.send(device.identifier, command)).toBe('offline');
    await wire.attach(device, 'teltonika', first);
    await wire.attach(device, 'teltonika', second);
    wire.detach(device.identifier, first);
    expect(wire.connected(device.identifier)).toBe(true);
    expect(wire.send(device.identifier, command)).toBe('sent');
    wire.detach(device.identifier, second);
    expect(wire.connected(device.identifier)).toBe(false);
    expect(sent).toEqual(['second']);
  });

  it('reports connections and answers until the listener is removed', async () => {
    const { wire } = open();
    const heard: unknown[] = [];
    const stopConnected = wire.onConnected((who, protocol) => void heard.push([who.identifier, protocol]));
    const stopAnswers = wire.onAnswer(
      (who, protocol, answer) => void heard.push([who.deviceId, protocol, answer.text]),
    );
    const contact = { ...PLACE, send: () => 'sent' as const };
    await wire.attach(device, 'gt06', contact);
    wire.answered(device, 'gt06', { reference: 7, accepted: null, text: 'OK' });
    stopConnected();
    stopAnswers();
    await wire.attach(device, 'gt06', contact);
    wire.answered(device, 'gt06', { reference: 8, accepted: null, text: 'late' });
    expect(heard).toEqual([
      [device.identifier, 'gt06'],
      [1, 'gt06', 'OK'],
    ]);
  });

  it('logs a listener that fails and goes on with the others', async () => {
    const { wire, logged } = open();
    const heard: string[] = [];
    wire.onConnected(() => {
      throw new Error('a bug');
    });
    wire.onConnected(async () => Promise.reject(new Error('another')));
    wire.onConnected(() => void heard.push('connected'));
    wire.onAnswer(() => {
      throw new Error('a third');
    });
    wire.onAnswer(() => void heard.push('answered'));
    await wire.attach(device, 'gt06', { ...PLACE, send: () => 'sent' });
    wire.answered(device, 'gt06', { reference: null, accepted: true, text: '' });
    expect(heard).toEqual(['connected', 'answered']);
    expect(logged).toHaveLength(3);
  });
});
