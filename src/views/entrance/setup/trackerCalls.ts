import { success } from '../../../domain/base/index.ts';
import type { SetupEffects } from '../../../machines/setup/index.ts';
import type { Calls } from '../../shared/services/calls.ts';

/**
 * Registers trackers and makes a unit of each. A device whose unit could not be made is kept for the next try: it is
 * registered once.
 */
export function claimTracker(call: Calls['call']): SetupEffects['claim'] {
  const registered = new Map<string, number>();
  return async ({ identifier, name, kind, device_model, manufacturer }, signal) => {
    let deviceId = registered.get(identifier);
    if (deviceId === undefined) {
      const device = await call(
        'createDevice',
        { name, device_model, manufacturer, unique_identifier: identifier },
        signal,
      );
      if (!device.ok) return device;
      deviceId = device.value.device_id;
      registered.set(identifier, deviceId);
    }
    const unit = await call('createUnit', { name, kind, device_ids: [deviceId] }, signal);
    return unit.ok ? success({ unit_id: unit.value.unit_id, name: unit.value.name }) : unit;
  };
}

/** The latest position of a unit; null as long as it has none. */
export const lastPositionOf =
  (call: Calls['call']): SetupEffects['lastPosition'] =>
  async (unitId, signal) => {
    const answer = await call('getLastPositions', { unit_ids: [unitId] }, signal);
    return answer.ok ? success(answer.value.positions.find(({ unit_id }) => unit_id === unitId) ?? null) : answer;
  };
