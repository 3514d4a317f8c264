import { UNIT_KINDS } from '../../domain/unit/index.ts';
import type { Pipeline } from '../../streams/index.ts';
import { INSTANCE_FLAGS } from '../../streams/pipeline/index.ts';
import type { FleetServices, UnitsState } from '../../views/shared/services/fleet.ts';
import type { ReadableStore } from '../../views/shared/services/store.ts';
import { createStore } from '../stores.ts';
import type { UnitList } from './unitList.ts';

/** The units that lists and map show: the account's, or those of an opened file. */
export interface ShownUnits extends Pick<FleetServices, 'units' | 'showOnly' | 'dimOthers'> {
  close(): void;
}

/**
 * Keeps the marks of the map at what the lists of units say: their shapes, places set by hand, and which are hidden.
 */
export function createShownUnits(
  pipeline: Pipeline,
  unitList: UnitList,
  fileUnits: ReadableStore<UnitsState | null>,
): ShownUnits {
  const { fleet } = pipeline;
  const units = createStore<UnitsState>(unitList.getSnapshot());
  /** Units that the list lost: deleted, or no longer allocated. Their marks stay in the columns and are not drawn. */
  const gone = new Set<number>();
  let only: ReadonlySet<number> | null = null;
  let bright: ReadonlySet<number> | null = null;
  let listed: UnitsState['byId'] = new Map();
  const applyFilter = (): void => {
    for (let slot = 0; slot < fleet.count; slot++) {
      const unitId = fleet.ids[slot];
      fleet.setFlag(slot, INSTANCE_FLAGS.hidden, gone.has(unitId) || (only !== null && !only.has(unitId)));
      fleet.setFlag(slot, INSTANCE_FLAGS.dimmed, bright !== null && !bright.has(unitId));
    }
    pipeline.wake();
  };
  const showUnits = (): void => {
    units.set(fileUnits.getSnapshot() ?? unitList.getSnapshot());
    for (const unit of units.getSnapshot().units) {
      const slot = fleet.ensure(unit.unit_id);
      fleet.setKind(slot, UNIT_KINDS.indexOf(unit.kind));
      fleet.setHandPlace(slot, unit.location);
    }
    // A file's tracks are counted without the account's units, and those without the tracks of a file that was closed.
    const { byId, loading } = units.getSnapshot();
    pipeline.setCounted(loading && byId.size === 0 ? null : byId);
    applyFilter();
  };
  const followList = (): void => {
    const { byId } = unitList.getSnapshot();
    for (const unitId of listed.keys()) if (!byId.has(unitId)) gone.add(unitId);
    for (const unitId of byId.keys()) gone.delete(unitId);
    listed = byId;
    showUnits();
  };
  const undo = [unitList.subscribe(followList), fileUnits.subscribe(showUnits)];
  return {
    units,
    showOnly(unitIds) {
      only = unitIds === null ? null : new Set(unitIds);
      applyFilter();
    },
    dimOthers(unitIds) {
      bright = unitIds === null ? null : new Set(unitIds);
      applyFilter();
    },
    close: () => undo.forEach((end) => end()),
  };
}
