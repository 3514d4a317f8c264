import { useEffect, useMemo, useRef, useState } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { useFleetLook } from '../useFleetLook.ts';
import { isLiveOrder, orderRows, rowSources, type RowOrder } from './unitRows.ts';

/** Figures that changed are shown this soon; positions never go through React. */
const REFRESH = 0.4 * SECOND;
/** Ages grow without a report: figures are refreshed this often even if nothing came. */
const AGE = 2 * SECOND;
/** An order that follows live values is rebuilt this often, and never under the pointer. */
const REORDER = 5 * SECOND;

export interface UnitRows {
  readonly count: number;
  unit(row: number): UnitSummary;
  /** Row of a unit, or -1. */
  rowOf(unitId: number): number;
  /** Instant for which the rows were last refreshed. */
  readonly now: number;
  /** Handlers for the element that holds the rows: the order rests while it is pointed at. */
  readonly freezeOrder: { onPointerEnter(): void; onPointerLeave(): void };
}

/** The unit list in order, refreshed soon after something changed. */
export function useUnitRows(order: RowOrder, language: string): UnitRows {
  const { units: unitsStore, fleet } = useFleet();
  const { units } = useStore(unitsStore);
  const [prepare] = useState(rowSources);
  const source = useMemo(() => prepare(units, language), [prepare, units, language]);
  const follows = isLiveOrder(order);
  const frozen = useRef(false);
  const [tick, setTick] = useState(0);
  const [stamp, setStamp] = useState(0);
  useEffect(() => {
    let sinceOrder = 0;
    let sinceTick = 0;
    let shown = fleet.version;
    const timer = setInterval(() => {
      sinceOrder += REFRESH;
      sinceTick += REFRESH;
      if (fleet.version !== shown || sinceTick >= AGE) {
        shown = fleet.version;
        sinceTick = 0;
        setTick((count) => count + 1);
      }
      if (!follows || sinceOrder < REORDER || frozen.current) return;
      sinceOrder = 0;
      setStamp((count) => count + 1);
    }, REFRESH);
    return () => clearInterval(timer);
  }, [fleet, follows]);
  const ordered = useFleetLook(stamp);
  const rows = useMemo(() => orderRows(source, ordered.fleet, order, ordered.instant()), [source, order, ordered]);
  const figures = useFleetLook(tick);
  return useMemo(
    () => ({
      count: rows.length,
      unit: (row: number) => units[rows[row]],
      rowOf: (unitId: number) => rows.findIndex((index) => units[index].unit_id === unitId),
      now: figures.instant(),
      freezeOrder: {
        onPointerEnter: () => void (frozen.current = true),
        onPointerLeave: () => void (frozen.current = false),
      },
    }),
    [rows, units, figures],
  );
}
