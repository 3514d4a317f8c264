import type { Interval } from '../../../../src/domain/base/index.ts';
import {
  createCore,
  EMPTY_BOX,
  joinedBox,
  readTrackCore,
  readTrackHeader,
  trackBoxOf,
  type TrackPart,
} from '../../../../src/domain/telemetry/index.ts';
import { isNear, type SearchArea } from '../../../../src/domain/visit/index.ts';
import type { Database } from '../../database.types.ts';
import { prefetched } from '../../prefetched.ts';
import type { UnitPast } from '../../types.ts';
import type { BlockKey, SetAside } from '../../setAside/index.ts';
import { listBlockPlaces, listUnitBoxes, readBlocksByKey } from './blockTable.ts';
import { stretchesNear, type Placed, type Stretch } from './nearBlocks.ts';

/** Blocks fetched at a time: some hundred kilobytes, a few megabytes at most. */
const PAGE_BLOCKS = 256;
/** Blocks may be merged away between being listed and fetched; then the unit is listed again. */
const ATTEMPTS = 5;

export interface PastOptions {
  readonly database: Database;
  readonly setAside: SetAside;
  /** The units, some at a time. */
  readonly steps: Iterable<readonly number[]>;
  /** What is not in blocks yet, as one block a unit. */
  tailsOf(unitIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  readonly interval: Interval;
  readonly area: SearchArea | null;
  readonly columns: TrackPart;
}

/** A block of the table, or the tail with its bytes. */
interface Piece extends Placed {
  readonly key: BlockKey | null;
  readonly bytes: Uint8Array | null;
}

interface Plan {
  readonly unitId: number;
  readonly stretches: readonly Stretch<Piece>[];
}

/** The units' past near an area: boxes are looked at first, and blocks read of those alone that matter. */
export async function* readPast(options: PastOptions): AsyncGenerator<UnitPast> {
  const begin = async (units: readonly number[]) => ({
    last: units[units.length - 1],
    plans: await planOf(options, units),
  });
  for await (const { last, plans } of prefetched(options.steps, begin)) {
    let open = plans;
    for (let attempt = 1; open.length > 0; attempt++) {
      if (attempt > ATTEMPTS) throw new Error(`Blocks of unit ${open[0].unitId} change faster than they can be read`);
      const missed: number[] = [];
      yield* readPlans(options, open, missed);
      open = missed.length === 0 ? [] : await planOf(options, missed);
    }
    yield { unitId: last, stretches: [] };
  }
}

/** What to read of the units, of those with anything to read. */
async function planOf(options: PastOptions, unitIds: readonly number[]): Promise<Plan[]> {
  const { database, interval, area } = options;
  const tails = new Map<number, Piece>();
  for (const [unitId, bytes] of await options.tailsOf(unitIds)) tails.set(unitId, tailPiece(bytes));
  const worthwhile = area === null ? unitIds : await unitsNear(options, unitIds, tails, area);
  const pieces = new Map<number, Piece[]>();
  const add = (unitId: number, piece: Piece): void => {
    const known = pieces.get(unitId);
    if (known) known.push(piece);
    else pieces.set(unitId, [piece]);
  };
  for (const place of await listBlockPlaces(database, worthwhile, interval.from, interval.to))
    add(place.unitId, { key: place, bytes: null, from: place.from, to: place.to, box: place.box });
  for (const unitId of worthwhile) {
    const tail = tails.get(unitId);
    if (tail) add(unitId, tail);
  }
  return [...pieces.keys()]
    .sort((a, b) => a - b)
    .map((unitId) => ({ unitId, stretches: stretchesNear(inOrder(pieces.get(unitId) ?? []), area) }))
    .filter(({ stretches }) => stretches.some((stretch) => stretch !== null));
}

/** Units that were near at all: of the others no block need be listed. */
async function unitsNear(
  { database, interval }: PastOptions,
  unitIds: readonly number[],
  tails: ReadonlyMap<number, Piece>,
  area: SearchArea,
): Promise<number[]> {
  const boxes = await listUnitBoxes(database, unitIds, interval.from, interval.to);
  return unitIds.filter((unitId) => {
    const stored = boxes.get(unitId) ?? EMPTY_BOX;
    const all = boxes.get(unitId) === null ? null : joinedBox(stored, tails.get(unitId)?.box ?? EMPTY_BOX);
    return all === null || isNear(all, area);
  });
}

/** By their start: the tail comes last, and may begin before what is stored. */
function inOrder(pieces: Piece[]): Piece[] {
  const last = pieces.length - 1;
  return last > 0 && pieces[last].from < pieces[last - 1].from ? pieces.sort((a, b) => a.from - b.from) : pieces;
}

function tailPiece(bytes: Uint8Array): Piece {
  const header = readTrackHeader(bytes);
  const core = createCore(header.count);
  readTrackCore(bytes, header, core, 0);
  const box = trackBoxOf(core.longitudes, core.latitudes, core.marks, header.count);
  return { key: null, bytes, from: header.from, to: header.to, box };
}

async function* readPlans(options: PastOptions, plans: readonly Plan[], missed: number[]): AsyncGenerator<UnitPast> {
  const keys = plans.flatMap(keysOf);
  const found = new Map<string, Uint8Array>();
  let next = 0;
  let keysLeft = keysOf(plans[0]).length;
  const done = function* (): Generator<UnitPast> {
    for (; next < plans.length && keysLeft <= 0; next++) {
      const past = assemble(plans[next], found);
      if (past) yield past;
      else missed.push(plans[next].unitId);
      if (next + 1 < plans.length) keysLeft += keysOf(plans[next + 1]).length;
    }
  };
  const read = async (page: BlockKey[]) => ({ page, blocks: await readBlocksByKey(options, page, options.columns) });
  yield* done();
  for await (const { page, blocks } of prefetched(pages(keys), read)) {
    for (const block of blocks) found.set(nameOf(block), block.bytes);
    keysLeft -= page.length;
    yield* done();
  }
}

const keysOf = ({ stretches }: Plan): BlockKey[] =>
  stretches.flatMap((stretch) => (stretch ?? []).flatMap(({ key }) => (key ? [key] : [])));

const nameOf = ({ unitId, span, from, part }: BlockKey): string => `${unitId}/${span}/${from}/${part}`;

function* pages(keys: readonly BlockKey[]): Generator<BlockKey[]> {
  for (let start = 0; start < keys.length; start += PAGE_BLOCKS) yield keys.slice(start, start + PAGE_BLOCKS);
}

/** The bytes of a plan's blocks, taken out of what was found; null where one is not there any more. */
function assemble({ unitId, stretches }: Plan, found: Map<string, Uint8Array>): UnitPast | null {
  const read: (Uint8Array[] | null)[] = [];
  let isWhole = true;
  for (const stretch of stretches) {
    // Of two reports of one time, the one stored first stays.
    const ordered = stretch && stretch.toSorted((a, b) => partOf(a) - partOf(b));
    read.push(
      ordered &&
        ordered.flatMap(({ key, bytes }) => {
          const name = key && nameOf(key);
          const block = name === null ? bytes : found.get(name);
          if (name !== null) found.delete(name);
          if (!block) isWhole = false;
          return block ? [block] : [];
        }),
    );
  }
  return isWhole ? { unitId, stretches: read } : null;
}

const partOf = ({ key }: Piece): number => key?.part ?? Number.POSITIVE_INFINITY;
