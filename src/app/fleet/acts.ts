import type { Client } from '../../api/client/index.ts';
import { HISTORY_PATH, VISITS_PATH, type VisitMessage } from '../../api/contract/index.ts';
import { toIso } from '../../domain/base/index.ts';
import type { Calls } from '../../views/shared/services/calls.ts';
import type { FleetServices } from '../../views/shared/services/fleet.ts';
import { readLines } from './readLines.ts';
import { toProblem } from '../problems.ts';
import type { UnitList } from './unitList.ts';

type Acts = Pick<FleetServices, 'unclaimedDevices' | 'claim' | 'renameUnit' | 'exportHistory' | 'openVisits'>;

/**
 * What people do with units and trackers from the unit views. `call` is the screens' own: what they read hears of it.
 */
export function createActs(client: Client, call: Calls['call'], unitList: UnitList): Acts {
  /** A device whose unit could not be made is kept for the next attempt: it cannot be registered twice. */
  const registered = new Map<string, number>();
  return {
    async unclaimedDevices(signal, search = '') {
      const answer = await call('getUnclaimedDevices', { limit: 200, search }, signal);
      return answer.ok ? answer : { ok: false, problem: answer.error };
    },
    async claim({ identifier, name, kind, device_model, manufacturer }) {
      let deviceId = registered.get(identifier);
      if (deviceId === undefined) {
        const device = await call('createDevice', { name, device_model, manufacturer, unique_identifier: identifier });
        if (!device.ok) return { ok: false, problem: device.error };
        deviceId = device.value.device_id;
        registered.set(identifier, deviceId);
      }
      const unit = await call('createUnit', { name, kind, device_ids: [deviceId] });
      if (!unit.ok) return { ok: false, problem: unit.error };
      registered.delete(identifier);
      unitList.put(unit.value);
      return unit;
    },
    async exportHistory({ unitIds, interval, format }, signal) {
      const data = {
        ...(unitIds && { unit_ids: unitIds }),
        from: toIso(interval.from),
        to: toIso(interval.to),
        format,
      };
      const answer = await client.download(HISTORY_PATH, data, { signal });
      return answer.ok ? answer : { ok: false, problem: toProblem(answer.error) };
    },
    async openVisits({ unitIds, interval, shape }, signal) {
      const data = { ...(unitIds && { unit_ids: unitIds }), from: toIso(interval.from), to: toIso(interval.to), shape };
      const answer = await client.stream(VISITS_PATH, data, { signal });
      return answer.ok
        ? { ok: true, value: readLines<VisitMessage>(answer.value) }
        : { ok: false, problem: toProblem(answer.error) };
    },
    async renameUnit(unitId, name) {
      const answer = await call('updateUnit', { unit_id: unitId, name });
      if (!answer.ok) return { ok: false, problem: answer.error };
      unitList.put(answer.value);
      return answer;
    },
  };
}
