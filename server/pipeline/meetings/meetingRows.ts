import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { FactName, Meeting } from '../../../src/domain/detection/index.ts';
import type { Queryable, Transaction } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';
import { foundAt, recordFactFirings, type FactChange } from '../ruleFacts/index.ts';

/** Two units, the one with the lower number first, and since when they are looked at. */
export interface Pair {
  readonly unitId: number;
  readonly otherId: number;
  readonly from: Instant;
}

/** Meetings of a pair within a distance, as they are stored or found. */
export interface PairMeetings extends Pair {
  readonly metres: number;
  readonly meetings: readonly Meeting[];
}

interface MeetingRow {
  unit_id: number;
  other_id: number;
  metres: number;
  from_at: Date;
  to_at: Date | null;
  data: Omit<Meeting, 'from' | 'to'>;
}

const keyOf = (pair: Pick<Pair, 'unitId' | 'otherId'>, metres: number): string =>
  `${pair.unitId} ${pair.otherId} ${metres}`;

/** What is stored of the pairs that lasted at their instants, or began later; by pair and distance. */
export async function readMeetings(
  database: Queryable,
  pairs: readonly Pair[],
): Promise<(pair: Pair, metres: number) => readonly Meeting[]> {
  const rows = await database.query<MeetingRow>(
    `select m.* from unnest($1::int8[], $2::int8[], $3::timestamptz[]) as w (unit_id, other_id, since)
     join unit_meeting m on m.unit_id = w.unit_id and m.other_id = w.other_id and (m.to_at is null or m.to_at >= w.since)
     order by m.from_at`,
    [pairs.map(({ unitId }) => unitId), pairs.map(({ otherId }) => otherId), pairs.map(({ from }) => toIso(from))],
  );
  const found = Map.groupBy(rows, (row) => keyOf({ unitId: row.unit_id, otherId: row.other_id }, row.metres));
  return (pair, metres) =>
    (found.get(keyOf(pair, metres)) ?? []).map(({ from_at: from, to_at: to, data }) => ({
      ...data,
      from: from.getTime(),
      to: to?.getTime() ?? null,
    }));
}

/** Puts what was found in the place of what was stored, and reports it to rules, in one transaction. */
export async function writeMeetings(
  transaction: Transaction,
  ledger: DetectionLedger,
  changes: readonly { readonly stored: PairMeetings; readonly found: PairMeetings }[],
  now: Instant,
): Promise<void> {
  const gone = changes.flatMap(({ stored, found }) =>
    stored.meetings
      .filter(({ from }) => found.meetings.every((meeting) => meeting.from !== from))
      .map((meeting) => ({ pair: stored, meeting })),
  );
  const put = changes.flatMap(({ found }) => found.meetings.map((meeting) => ({ pair: found, meeting })));
  if (gone.length > 0)
    await transaction.query(
      `delete from unit_meeting m using unnest($1::int8[], $2::int8[], $3::float8[], $4::timestamptz[]) as w (unit_id, other_id, metres, from_at)
       where m.unit_id = w.unit_id and m.other_id = w.other_id and m.metres = w.metres and m.from_at = w.from_at`,
      columnsOf(gone),
    );
  if (put.length > 0)
    await transaction.query(
      `insert into unit_meeting (unit_id, other_id, metres, from_at, to_at, data)
       select w.* from unnest($1::int8[], $2::int8[], $3::float8[], $4::timestamptz[], $5::timestamptz[], $6::jsonb[])
         as w (unit_id, other_id, metres, from_at, to_at, data)
       join unit a on a.id = w.unit_id join unit b on b.id = w.other_id
       on conflict (unit_id, other_id, metres, from_at) do update set to_at = excluded.to_at, data = excluded.data`,
      [
        ...columnsOf(put),
        put.map(({ meeting: { to } }) => (to === null ? null : toIso(to))),
        put.map(({ meeting }) => JSON.stringify(dataOf(meeting))),
      ],
    );
  await recordFactFirings(transaction, ledger, changes.flatMap(factChangesOf), now);
}

const dataOf = ({ places, endPlaces, distance, endDistance }: Meeting): MeetingRow['data'] => ({
  places,
  endPlaces,
  distance,
  endDistance,
});

interface PlacedMeeting {
  readonly pair: PairMeetings;
  readonly meeting: Meeting;
}

const columnsOf = (rows: readonly PlacedMeeting[]): unknown[] => [
  rows.map(({ pair }) => pair.unitId),
  rows.map(({ pair }) => pair.otherId),
  rows.map(({ pair }) => pair.metres),
  rows.map(({ meeting }) => toIso(meeting.from)),
];

/** Facts of each of the two units: that they came together, and that they parted. */
function factChangesOf({
  stored,
  found,
}: {
  readonly stored: PairMeetings;
  readonly found: PairMeetings;
}): FactChange[] {
  const now = factsOf(found);
  const gone = [...factsOf(stored)].filter(([key]) => !now.has(key));
  return [...gone.map(([, change]) => ({ ...change, found: null })), ...now.values()];
}

function factsOf(pair: PairMeetings): Map<string, FactChange> {
  const { unitId, otherId, metres } = pair;
  const changes = pair.meetings.flatMap(({ from, to, places, endPlaces, distance, endDistance }) => {
    const both = (fact: FactName, at: Instant, where: Meeting['places'], between: number): FactChange[] =>
      [unitId, otherId].map((own, side) => {
        const other = side === 0 ? otherId : unitId;
        const value = Math.round(between) / 1_000;
        const found = { place: where[side], value, sensorType: 'mileage', otherUnitId: other, metres } as const;
        return { unitId: own, key: `${fact} ${other} ${metres} ${from}`, found: foundAt(fact, at, found) };
      });
    return [
      ...both('unitsNear', from, places, distance),
      ...(to === null || endPlaces === null || endDistance === null
        ? []
        : both('unitsApart', to, endPlaces, endDistance)),
    ];
  });
  return new Map(changes.map((change) => [`${change.unitId} ${change.key}`, change]));
}

interface ProgressRow {
  sequence: number;
  at: Date;
}

/** Up to which group of reports meetings were looked for, and when; null: never. */
export async function readProgress(
  database: Queryable,
): Promise<{ readonly sequence: number; readonly at: Instant } | null> {
  const [row] = await database.query<ProgressRow>('select sequence, at from unit_meeting_progress');
  return row ? { sequence: row.sequence, at: row.at.getTime() } : null;
}

export async function noteProgress(database: Queryable, sequence: number, at: Instant): Promise<void> {
  await database.query(
    `insert into unit_meeting_progress (sequence, at) values ($1, $2)
     on conflict (only_one) do update set sequence = excluded.sequence, at = excluded.at`,
    [sequence, toIso(at)],
  );
}
