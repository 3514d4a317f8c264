import { useEffect, useMemo, useState } from 'react';
import { toIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useSession } from '../../shared/services/session.ts';
import { lanesOf, type Lane, type LaneUnit } from './lanes.ts';
import { askedInterval } from './askedInterval.ts';

/** A ruler that is being moved asks once it rests. Milliseconds. */
const RESTS = 250;

const NONE: readonly never[] = [];

/** Changes of these are changes of the answers to `getEvents`. */
export const EVENT_SUBJECTS: readonly EventSubject[] = [
  'trip',
  'fuel_event',
  'occurrence',
  'driver',
  'visit',
  'route_run',
  'command',
];

/** What happened to the units in what is seen, as far as the role allows. Known lanes stay while more is asked for. */
export function useLanes(units: readonly LaneUnit[], visible: Interval, now: () => Instant): readonly Lane[] {
  const { can } = useSession();
  const { from, to } = useRested(askedInterval(visible, now()));
  const ids = units.map(({ unitId }) => unitId).join();
  const data = useMemo(
    () => (ids === '' ? null : { unit_ids: ids.split(',').map(Number), from: toIso(from), to: toIso(to) }),
    [ids, from, to],
  );
  const mayTrips = can({ resource: 'units', action: 'st' });
  const mayEvents = can({ resource: 'units', action: 'se' });
  const trips = useAnswer('getTrips', mayTrips ? data : null, ['trip']).value?.trips ?? NONE;
  const stops = useAnswer('getStops', mayTrips ? data : null, ['trip']).value?.stops ?? NONE;
  const events = useAnswer('getEvents', mayEvents ? data : null, EVENT_SUBJECTS).value?.events ?? NONE;
  return useMemo(() => lanesOf(units, { trips, stops, events }, to), [units, trips, stops, events, to]);
}

function useRested(interval: Interval): Interval {
  const { from, to } = interval;
  const [rested, setRested] = useState(interval);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ from, to }), RESTS);
    return () => clearTimeout(timer);
  }, [from, to]);
  return rested;
}
