import { asyncScheduler, Subject, throttleTime, type SchedulerLike } from 'rxjs';
import type { Client } from '../../api/client/index.ts';
import type { LiveEvent } from '../../api/contract/index.ts';
import { PAGE, SECOND } from '../../domain/base/index.ts';
import { nameCollator, unitsByName, type UnitSummary } from '../../domain/unit/index.ts';
import { createProjection, foldUnit, type Projection } from '../../streams/index.ts';
import type { Problem, UnitsState } from '../../views/shared/services/fleet.ts';
import type { ReadableStore } from '../../views/shared/services/store.ts';
import { createStore } from '../stores.ts';
import { toProblem } from '../problems.ts';

type UnitsById = Readonly<Record<number, UnitSummary>>;

/** The account's units: a list that was read, with the change feed folded on top. */
export interface UnitList extends ReadableStore<UnitsState> {
  /** True when the last reading brought every part. */
  isWhole(): boolean;
  /** Reads the list again, a part after the other; what changes meanwhile is folded on top. */
  load(signal: AbortSignal): Promise<void>;
  apply(events: readonly LiveEvent[]): void;
  put(unit: UnitSummary): void;
}

/**
 * Changes of the feed are shown at once, and after that so often, ms: each time every view of the units is drawn again.
 */
const SHOWN_EVERY = SECOND;

/** `scheduler`: the clock of what is shown later. */
export function createUnitList(client: Client, scheduler: SchedulerLike = asyncScheduler): UnitList {
  const same = (unit: UnitSummary): UnitSummary => unit;
  const projection: Projection<UnitsById> = createProjection<UnitsById>({}, (draft, event) =>
    foldUnit<UnitSummary>(draft, event, same, (fields) => fields),
  );
  const store = createStore<UnitsState>({ units: [], byId: new Map(), loading: true, problem: null });
  let loading = true;
  let whole = false;
  let ordered: readonly UnitSummary[] = [];
  /** The state of the list that is shown. */
  let shown = projection.getSnapshot();
  const publish = (problem: Problem | null): void => {
    shown = projection.getSnapshot();
    ordered = inOrder(ordered, shown);
    store.set({ units: ordered, byId: new Map(ordered.map((unit) => [unit.unit_id, unit])), loading, problem });
  };
  const fromFeed$ = new Subject<void>();
  fromFeed$
    .pipe(throttleTime(SHOWN_EVERY, scheduler, { leading: true, trailing: true }))
    .subscribe(() => projection.getSnapshot() !== shown && publish(null));
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    isWhole: () => whole,
    apply(events) {
      projection.apply(events);
      if (projection.getSnapshot() !== shown) fromFeed$.next();
    },
    put(unit) {
      projection.change((draft) => void (draft[unit.unit_id] = unit));
      publish(null);
    },
    async load(signal) {
      const reading = projection.beginLoad();
      try {
        const list = await readUnits(client, signal);
        loading = false;
        whole = list.ok;
        if (!list.ok) return publish(list.problem);
        ordered = list.ordered;
        reading.load(list.byId);
        publish(null);
      } finally {
        reading.cancel();
      }
    },
  };
}

type ReadUnits =
  | { readonly ok: true; readonly byId: UnitsById; readonly ordered: readonly UnitSummary[] }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Reads every unit, a part after the other, each from where the last one ended. Rejects only with the caller's abort.
 */
async function readUnits(client: Client, signal: AbortSignal): Promise<ReadUnits> {
  const byId: Record<number, UnitSummary> = {};
  const ordered: UnitSummary[] = [];
  for (let after = 0, more = true; more;) {
    const answer = await client.call('getAllUnits', { after, limit: PAGE.maximumLimit }, { signal });
    if (!answer.ok) return { ok: false, problem: toProblem(answer.error) };
    const { rows } = answer.value;
    // Frozen units are not gone through again, field by field, when the first event is folded.
    for (const unit of rows) byId[unit.unit_id] = Object.freeze(unit);
    // Each part finds its place while the next is on its way: the whole is not sorted at once.
    ordered.push(...rows);
    ordered.sort(BY_NAME);
    after = rows.at(-1)?.unit_id ?? after;
    more = rows.length === PAGE.maximumLimit;
  }
  return { ok: true, byId: Object.freeze(byId), ordered };
}

/** In no language: each view orders by its own, which takes one pass over a list that is nearly in order. */
const BY_NAME = unitsByName(nameCollator('und'));

/** The units of now by name, from how they were before: sorted again only where a name changed or a unit came. */
function inOrder(before: readonly UnitSummary[], now: UnitsById): readonly UnitSummary[] {
  const kept = before.flatMap((unit) => now[unit.unit_id] ?? []);
  const isComplete = kept.length === Object.keys(now).length;
  const isSorted = kept.length === before.length && kept.every(({ name }, place) => name === before[place].name);
  if (isComplete && isSorted) return kept;
  const known = new Set(before.map(({ unit_id: id }) => id));
  const added = isComplete ? [] : Object.values(now).filter(({ unit_id: id }) => !known.has(id));
  return [...kept, ...added].sort(BY_NAME);
}
