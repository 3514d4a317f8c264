import type { Client } from '../../api/client/index.ts';
import type { LiveEvent } from '../../api/contract/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import { nameCollator, unitsByName, type UnitSummary } from '../../domain/unit/index.ts';
import { createProjection, foldUnit, type Projection } from '../../streams/index.ts';
import type { Problem, UnitsState } from '../../views/shared/services/fleet.ts';
import type { ReadableStore } from '../../views/shared/services/store.ts';
import { createStore } from '../stores.ts';
import { toProblem } from '../problems.ts';

type UnitsById = Readonly<Record<number, UnitSummary>>;

/** The account's units: a list that was read, with the change feed folded on top. */
export interface UnitList extends ReadableStore<UnitsState> {
  /** Reads the list anew, a part after the other. */
  load(signal: AbortSignal): Promise<void>;
  apply(events: readonly LiveEvent[]): void;
  put(unit: UnitSummary): void;
}

export function createUnitList(client: Client): UnitList {
  const same = (unit: UnitSummary): UnitSummary => unit;
  const projection: Projection<UnitsById> = createProjection<UnitsById>({}, (draft, event) =>
    foldUnit<UnitSummary>(draft, event, same, (fields) => fields),
  );
  const store = createStore<UnitsState>({ units: [], byId: new Map(), loading: true, problem: null });
  let loading = true;
  let ordered: readonly UnitSummary[] = [];
  const publish = (problem: Problem | null): void => {
    ordered = inOrder(ordered, projection.getSnapshot());
    store.set({ units: ordered, byId: new Map(ordered.map((unit) => [unit.unit_id, unit])), loading, problem });
  };
  projection.subscribe(() => publish(null));
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    apply: (events) => projection.apply(events),
    put: (unit) => projection.load({ ...projection.getSnapshot(), [unit.unit_id]: unit }),
    async load(signal) {
      const found: Record<number, UnitSummary> = {};
      const listed: UnitSummary[] = [];
      for (let after = 0, more = true; more;) {
        const answer = await client.call('getAllUnits', { after, limit: PAGE.maximumLimit }, { signal });
        if (!answer.ok) {
          loading = false;
          return publish(toProblem(answer.error));
        }
        const { rows } = answer.value;
        // What is frozen is not gone through again, field by field, when the first event is folded.
        for (const unit of rows) found[unit.unit_id] = Object.freeze(unit);
        // Each part finds its place while the next is on its way: the whole is not sorted at once.
        listed.push(...rows);
        listed.sort(BY_NAME);
        after = rows.at(-1)?.unit_id ?? after;
        more = rows.length === PAGE.maximumLimit;
      }
      loading = false;
      ordered = listed;
      projection.load(Object.freeze(found));
    },
  };
}

/** In no language: each view orders by its own, which takes one pass over a list that is nearly in order. */
const BY_NAME = unitsByName(nameCollator('und'));

/** The units of now by name, from how they stood before. */
function inOrder(before: readonly UnitSummary[], now: UnitsById): readonly UnitSummary[] {
  const known = new Set(before.map(({ unit_id: id }) => id));
  const kept = before.flatMap(({ unit_id: id }) => now[id] ?? []);
  return [...kept, ...Object.values(now).filter(({ unit_id: id }) => !known.has(id))].sort(BY_NAME);
}
