import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { FactName } from '../../../src/domain/detection/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import { SERVICE_STATES, type ServiceState } from '../../../src/domain/maintenance/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { foundAt, recordFactFirings, type DetectionLedger, type FactChange } from '../../pipeline/index.ts';
import { allowLongStatements } from '../../store/index.ts';
import type { Database } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';
import { countHours, measureAll, readTurned, type Turned } from './remaining.ts';

export interface TurnedServices {
  readonly database: Pick<Database, 'transaction'>;
  readonly directory: DetectionLedger;
  readonly positions: Pick<PositionStore, 'latest'>;
}

/** What rules may ask of a state. */
const FACT_OF: Readonly<Partial<Record<ServiceState, FactName>>> = {
  soon: 'serviceSoon',
  due: 'serviceDue',
  overdue: 'serviceOverdue',
};
const rankOf = (state: ServiceState): number => SERVICE_STATES.indexOf(state);

/** Updates all reminders and reports those that came nearer: once for a state, weekly while overdue. */
export function reportServices({ database, directory, positions }: TurnedServices, now: Instant): Promise<number> {
  return database.transaction(async (transaction) => {
    await countHours(transaction, (unitId) => engineHours(positions.latest.position(unitId)));
    await allowLongStatements(transaction);
    await measureAll(transaction, now);
    const turned = await readTurned(transaction, now);
    if (turned.length === 0) return 0;
    const nearer = turned.filter(
      ({ state, reported }) => FACT_OF[state] !== undefined && rankOf(state) >= rankOf(reported),
    );
    await transaction.query(
      `update service_reminder t set reported = w.state, reported_at = $3 from unnest($1::int8[], $2::text[]) as w (id, state) where w.id = t.id`,
      [turned.map(({ id }) => id), turned.map(({ state }) => state), toIso(now)],
    );
    await transaction.appendEvents(
      nearer.map((each) =>
        eventOf(
          {
            kind: 'serviceTurned',
            data: { name: each.name, unit_id: each.unit_id, unit: each.unit_name, state: each.state },
          },
          { account_id: each.account_id, subject_id: each.id, user_id: null, time: toIso(now) },
        ),
      ),
    );
    await recordFactFirings(
      transaction,
      directory,
      nearer.flatMap((each) => factsOf(each, now)),
      now,
    );
    return nearer.length;
  });
}

/** A fact for each state passed since the last report, so that a rule on "due" fires for what is overdue by now. */
function factsOf(
  { id, account_id: ownerId, unit_id: unitId, state, reported, done_count }: Turned,
  now: Instant,
): FactChange[] {
  if (unitId === null) return [];
  const first = state === reported ? rankOf(state) : Math.max(rankOf(reported) + 1, rankOf('soon'));
  return SERVICE_STATES.slice(first, rankOf(state) + 1).flatMap((each) => {
    const fact = FACT_OF[each];
    if (fact === undefined) return [];
    const key = `service ${id} ${done_count} ${each}${state === reported ? ` ${toIso(now)}` : ''}`;
    return [{ unitId, key, found: foundAt(fact, now, { ownerId }) }];
  });
}

function engineHours(position: Position | null | undefined): number | null {
  const hours = position?.attributes.engine_hours ?? position?.kept?.engine_hours?.value;
  return typeof hours === 'number' ? hours : null;
}
