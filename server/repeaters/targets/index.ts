import type { Agents } from '../../channels/index.ts';
import type { Dialer } from './dialer.ts';
import { HttpTarget } from './http.ts';
import { IpsTarget } from './ips.ts';
import { MqttTarget } from './mqtt.ts';
import { RetranslatorTarget } from './retranslator.ts';
import { problemOf, type SendResult, type Target, type TargetAddress } from './types.ts';
import type { RepeaterTest } from '../../../src/domain/repeater/index.ts';

export { createDialer } from './dialer.ts';
export { problemOf, type SendResult, type Target, type TargetAddress, type TargetProblem } from './types.ts';

export interface Transports {
  readonly dialer: Dialer;
  readonly agents: Agents;
}

/** What sends to an address by its protocol: messages of a unit one batch after another, whoever asks for it. */
export function createTarget(address: TargetAddress, transports: Transports): Target {
  const target = targetOf(address, transports);
  const before = new Map<number, Promise<SendResult>>();
  return {
    async send(unit, messages) {
      const { unitId } = unit;
      const last = before.get(unitId);
      const result = (last ?? Promise.resolve()).then(() => target.send(unit, messages));
      before.set(unitId, result);
      try {
        return await result;
      } finally {
        if (before.get(unitId) === result) before.delete(unitId);
      }
    },
    close: () => target.close(),
  };
}

function targetOf(address: TargetAddress, { dialer, agents }: Transports): Target {
  switch (address.protocol) {
    case 'wialon_ips':
      return new IpsTarget(address, dialer);
    case 'wialon_retranslator':
      return new RetranslatorTarget(address, dialer);
    case 'mqtt':
      return new MqttTarget(address, dialer);
    default:
      return new HttpTarget(address, dialer, agents);
  }
}

/** Connects and says nothing. */
export async function dialOnly(address: TargetAddress, { dialer }: Transports): Promise<RepeaterTest> {
  try {
    (await dialer.dial(address)).destroy();
    return { ok: true, code: null, detail: '' };
  } catch (error) {
    const { code, detail } = problemOf(error);
    return { ok: false, code, detail };
  }
}
