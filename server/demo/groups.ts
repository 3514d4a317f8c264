import type { LabelKind } from '../../src/domain/entities/index.ts';
import type { LabelColour } from '../../src/domain/label/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import type { Transaction } from '../store/database.types.ts';
import type { RosterEntry } from './roster.ts';

interface DemoGroup {
  readonly name: string;
  readonly colour: LabelColour;
  readonly description: string;
  readonly has: (entry: RosterEntry) => boolean;
}

const isOf =
  (...kinds: readonly RosterEntry['vehicle']['kind'][]): DemoGroup['has'] =>
  ({ vehicle }) =>
    kinds.includes(vehicle.kind);

/** Groups that dispatchers of the demo think in. */
const GROUPS: readonly DemoGroup[] = [
  {
    name: 'Long haul',
    colour: 'orange',
    description: 'Trucks and trailers between the depots',
    has: isOf('truck', 'asset'),
  },
  {
    name: 'City deliveries',
    colour: 'teal',
    description: 'Vans and motorcycles within the city',
    has: isOf('van', 'motorcycle'),
  },
  { name: 'Passenger transport', colour: 'purple', description: 'Buses with a timetable', has: isOf('bus') },
  { name: 'Pool cars', colour: 'yellow', description: 'Booked by the day', has: isOf('car') },
  {
    name: 'Cold chain',
    colour: 'cyan',
    description: 'Refrigerated holds, watched for warmth',
    has: ({ equipment }) => !Number.isNaN(equipment.setPoint),
  },
];

/** The groups of a unit. */
const groupsOf = (entry: RosterEntry): readonly DemoGroup[] => GROUPS.filter(({ has }) => has(entry));
export const groupNamesOf = (entry: RosterEntry): string[] => groupsOf(entry).map(({ name }) => name);

/** Makes the groups that units of the entries are in, where their owners have none of the name. */
export async function insertGroups(
  transaction: Transaction,
  entries: readonly RosterEntry[],
  owners: readonly number[],
  time: string,
): Promise<void> {
  const wanted = new Map(
    entries.flatMap((entry, index) =>
      groupsOf(entry).map((group) => [`${owners[index]} ${group.name}`, { account: owners[index], ...group }] as const),
    ),
  );
  const groups = [...wanted.values()];
  const made = await transaction.query<{
    id: number;
    account_id: number;
    name: string;
    colour: LabelColour;
    description: string;
  }>(
    `insert into label (account_id, kind, name, colour, description, created_at)
     select account_id, 'units', name, colour, description, $5 from unnest($1::int8[], $2::text[], $3::text[], $4::text[]) as g (account_id, name, colour, description)
     on conflict do nothing returning id, account_id, name, colour, description`,
    [
      groups.map(({ account }) => account),
      groups.map(({ name }) => name),
      groups.map(({ colour }) => colour),
      groups.map(({ description }) => description),
      time,
    ],
  );
  await transaction.appendEvents(
    made.map(({ id, account_id, name, colour, description }) =>
      eventOf(
        { kind: 'labelCreated', data: { name, after: { kind: 'units', name, colour, description } } },
        { account_id, subject_id: id, user_id: null, time },
      ),
    ),
  );
}

/** Groups by the names that things of a kind carry. */
export async function addGroups(
  transaction: Transaction,
  account: number,
  kind: LabelKind,
  names: readonly string[],
  at: string,
): Promise<void> {
  await transaction.query(
    `insert into label (account_id, kind, name, created_at) select $1, $2, name, $4 from unnest($3::text[]) as l (name)
     on conflict do nothing`,
    [account, kind, names, at],
  );
}
