import type { BacktestRecords } from '../../../src/api/contract/index.ts';
import { toIso, type Interval } from '../../../src/domain/base/index.ts';
import type { UnitsInSight } from '../../call/reach.ts';
import { EventLoopBreaks } from '../../store/index.ts';
import type { PastServices } from './services.ts';

type Roads = BacktestRecords['roads'];

/** On which roads each of the units drove, by the street maps as they are now. */
export async function readPastRoads(
  services: Pick<PastServices, 'positions' | 'roads'>,
  { whole, spans }: UnitsInSight,
  { from, to }: Interval,
): Promise<Map<number, Roads>> {
  const breaks = new EventLoopBreaks();
  const found = new Map<number, Roads>();
  for (const unitId of whole) found.set(unitId, await stretchesOf(services, unitId, { from, to }, breaks));
  for (const [unitId, own] of spans) {
    const parts: Roads[] = [];
    for (const span of own) {
      const part = { from: Math.max(from, span.from), to: Math.min(to, span.to) };
      if (part.from < part.to) parts.push(await stretchesOf(services, unitId, part, breaks));
    }
    found.set(unitId, parts.flat());
  }
  return found;
}

async function stretchesOf(
  { positions, roads }: Pick<PastServices, 'positions' | 'roads'>,
  unitId: number,
  { from, to }: Interval,
  breaks: EventLoopBreaks,
): Promise<Roads> {
  const found: Roads[number][] = [];
  for await (const track of positions.readTracks(unitId, from, to)) {
    for (const { at, road } of await roads.stretchesOf(track))
      if (found.length === 0 || found.at(-1)?.road !== road) found.push({ at: toIso(at), road });
    await breaks.take();
  }
  return found;
}
