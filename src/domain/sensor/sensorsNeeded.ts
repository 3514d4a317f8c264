import { parseExpression } from './expression/index.ts';
import { placesNeeded } from './references.ts';
import type { SensorDefinition } from './sensor.ts';

/**
 * Of a device's sensors those that are wanted, and those that they refer to, directly or by others, in the order given:
 * the rest need not be computed.
 */
export function sensorsNeeded<Definition extends SensorDefinition>(
  sensors: readonly Definition[],
  isWanted: (sensor: Definition) => boolean,
): Definition[] {
  const expressions = sensors
    .map(({ parameter }) => parseExpression(parameter))
    .map((parsed) => (parsed.ok ? parsed.value : null));
  const wanted = sensors.flatMap((sensor, place) => (isWanted(sensor) ? [place] : []));
  return placesNeeded(
    sensors.map(({ name }) => name),
    expressions,
    wanted,
  ).map((place) => sensors[place]);
}
