import type { Client } from '../../api/client/index.ts';
import type { Instant } from '../../domain/base/index.ts';
import { UNIT_KINDS } from '../../domain/unit/index.ts';
import {
  createClock,
  createHistorySource,
  createPipeline,
  createWorkerDecoder,
  systemTimers,
  type Clock,
} from '../../streams/index.ts';
import { INSTANCE_FLAGS } from '../../streams/pipeline/index.ts';
import type { Presence } from '../../streams/types.ts';
import type { FleetServices, OtherTime } from '../../views/shared/services/fleet.ts';
import { createStore, feedStore, sameFields } from '../stores.ts';
import { fetchBy } from './sources.ts';

/** A second picture is of one instant: what it holds around that is less than what a timeline plays through. */
const POINT_BUDGET = 1_000_000;

/**
 * The whole fleet at an instant of its own, beside what the timeline shows: another clock that is stopped, another
 * pipeline, the same recorded positions. The units' marks are those of the list.
 */
export function openOtherTime(
  client: Client,
  present: Pick<Clock, 'present'>,
  { units, fleet: shown }: Pick<FleetServices, 'units' | 'fleet'>,
  instant: Instant,
): OtherTime {
  const timeSource = { now: () => present.present() };
  const clock = createClock({ timeSource });
  clock.seek(instant);
  const decoder = createWorkerDecoder();
  const history = createHistorySource({
    decoder,
    timeSource,
    timers: systemTimers,
    fetchHistory: fetchBy(client, decoder),
    pointBudget: POINT_BUDGET,
  });
  const pipeline = createPipeline({
    clock,
    timers: systemTimers,
    requestFrame: (run) => requestAnimationFrame(run),
    cancelFrame: (id) => cancelAnimationFrame(id),
  });
  const { fleet } = pipeline;
  const mark = (): void => {
    for (const unit of units.getSnapshot().units)
      fleet.setKind(fleet.ensure(unit.unit_id), UNIT_KINDS.indexOf(unit.kind));
    filter();
  };
  /** Hidden and dimmed as on the first map. */
  const filter = (): void => {
    for (let slot = 0; slot < fleet.count; slot++) {
      const other = shown.slotOf(fleet.ids[slot]);
      for (const flag of [INSTANCE_FLAGS.hidden, INSTANCE_FLAGS.dimmed])
        fleet.setFlag(slot, flag, other >= 0 && shown.hasFlag(other, flag));
    }
    pipeline.wake();
  };
  mark();
  pipeline.setSources({ history });
  const presence = createStore<Presence>({ state: 'connecting' }, sameFields);
  const undo = [feedStore(presence, pipeline.presence$), units.subscribe(mark)];
  return {
    fleet,
    presence,
    onFrame: (listener) => pipeline.subscribe(listener),
    seek: (next) => clock.seek(next),
    refilter: filter,
    close() {
      for (const end of undo) end();
      pipeline.close();
      history.close();
    },
  };
}
