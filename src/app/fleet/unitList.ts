import type { Client } from '../../api/client/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import type { DomainEvent } from '../../api/contract/index.ts';
import type { UnitSummary } from '../../domain/unit/index.ts';
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
  apply(events: readonly DomainEvent[]): void;
  put(unit: UnitSummary): void;
}

export function createUnitList(client: Client): UnitList {
  const same = (unit: UnitSummary): UnitSummary => unit;
  const projection: Projection<UnitsById> = createProjection<UnitsById>({}, (draft, event) => foldUnit<UnitSummary>(draft, event, same, (fields) => fields));
  const store = createStore<UnitsState>({ units: [], byId: new Map(), loading: true, problem: null });
  const publish = (loading: boolean, problem: Problem | null): void => {
    const units = Object.values(projection.getSnapshot());
    store.set({ units, byId: new Map(units.map((unit) => [unit.unit_id, unit])), loading, problem });
  };
  projection.subscribe(() => publish(store.getSnapshot().loading, null));
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    apply: (events) => projection.apply(events),
    put: (unit) => projection.load({ ...projection.getSnapshot(), [unit.unit_id]: unit }),
    async load(signal) {
      const found: Record<number, UnitSummary> = {};
      for (let after = 0, more = true; more; ) {
        const answer = await client.call('getAllUnits', { after, limit: PAGE.maximumLimit }, { signal });
        if (!answer.ok) return publish(false, toProblem(answer.error));
        const { rows } = answer.value;
        for (const unit of rows) found[unit.unit_id] = unit;
        after = rows.at(-1)?.unit_id ?? after;
        more = rows.length === PAGE.maximumLimit;
      }
      projection.load(found);
      publish(false, null);
    },
  };
}
