import { useMemo, type ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, IconButton, StatusChip } from '../../../ui/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore, useStorePart } from '../../shared/services/store.ts';
import { useSensorText, useUnitReadings } from '../../shared/sensors/index.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useMotionWord } from '../../shared/unit/useMotionWord.ts';
import { rowState } from '../list/unitRows.ts';
import { seriesColour } from '../timeline/index.ts';
import { useFleetTick } from '../useFleetTick.ts';
import './comparePanel.css';

export interface ComparePanelProps {
  readonly unitIds: readonly number[];
  readonly series: ReadonlyMap<number, number>;
  readonly onOpen: (unitId: number) => void;
  readonly onRemove: (unitId: number) => void;
  readonly onClose: () => void;
}

/** More lines than one compares. */
const MOST_COMPARED = 50;

/** Several selected units beside each other at the shown instant: state, speed, age and fuel, each in its colour. */
export function ComparePanel({ unitIds, series, onOpen, onRemove, onClose }: ComparePanelProps): ReactNode {
  const { t } = useTranslation();
  const { byId } = useStore(useFleet().units);
  const units = unitIds.flatMap((unitId) => byId.get(unitId) ?? []).slice(0, MOST_COMPARED);
  const fuel = useFuel(units);
  const hasFuel = fuel.size > 0;
  return (
    <section className="unit-detail compare-panel" aria-label={t('unitModes.compare.label')}>
      <header className="unit-detail-head">
        <h2>{t('unitModes.selection.count', { count: unitIds.length })}</h2>
        <IconButton label={t('unitModes.selection.clear')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('units.list.name')}</th>
            <th scope="col">{t('units.detail.speed')}</th>
            <th scope="col">{t('units.detail.lastSeen')}</th>
            {hasFuel && <th scope="col">{t('unitModes.compare.fuel')}</th>}
            <th scope="col">
              <span className="visually-hidden">{t('unitModes.compare.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <UnitLine
              key={unit.unit_id}
              unit={unit}
              series={series.get(unit.unit_id) ?? null}
              fuel={hasFuel ? (fuel.get(unit.unit_id) ?? '–') : null}
              onOpen={() => onOpen(unit.unit_id)}
              onRemove={() => onRemove(unit.unit_id)}
            />
          ))}
        </tbody>
      </table>
      {unitIds.length > MOST_COMPARED && (
        <p className="unit-detail-note">{t('unitModes.compare.more', { count: unitIds.length - MOST_COMPARED })}</p>
      )}
    </section>
  );
}

interface UnitLineProps {
  unit: UnitSummary;
  series: number | null;
  /** Null: there is no such column. */
  fuel: string | null;
  onOpen: () => void;
  onRemove: () => void;
}

function UnitLine({ unit, series, fuel, onOpen, onRemove }: UnitLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const motionWord = useMotionWord();
  const { fleet } = useFleet();
  const instant = useFleetTick();
  const slot = fleet.slotOf(unit.unit_id);
  const state = rowState(fleet, slot, instant);
  const isKnown = state !== 'neverReported';
  return (
    <tr>
      <th scope="row">
        <span className="compare-head">
          {series !== null && <span className="series-dot" style={{ background: `var(${seriesColour(series)})` }} />}
          <span className="compare-unit">
            <Button size="compact" variant="quiet" onPress={onOpen}>
              <bdi>{unit.name}</bdi>
            </Button>
            <StatusChip plain {...MOTION_LOOK[state]}>
              {motionWord(state, slot, instant)}
            </StatusChip>
          </span>
        </span>
      </th>
      <td className="figures">{isKnown ? formats.speed(fleet.speeds[slot]) : '–'}</td>
      <td className="figures">{isKnown ? formats.relative(fleet.times[slot], instant) : '–'}</td>
      {fuel !== null && <td className="figures">{fuel}</td>}
      <td>
        <IconButton
          size="compact"
          label={t('unitModes.compare.removeUnit', { unit: unit.name })}
          icon={<CloseIcon aria-hidden="true" />}
          onPress={onRemove}
        />
      </td>
    </tr>
  );
}

/** Fuel of the units that have a level, while live; of a past instant no report is read for this. */
function useFuel(units: readonly UnitSummary[]): ReadonlyMap<number, string> {
  const { timeline } = useFleet();
  const isLive = useStorePart(timeline, ({ mode }) => mode === 'live');
  const ids = units.map(({ unit_id: id }) => id).join();
  const wanted = useMemo(() => (isLive && ids !== '' ? ids.split(',').map(Number) : []), [isLive, ids]);
  const readings = useUnitReadings(wanted);
  const text = useSensorText();
  const fuel = new Map<number, string>();
  for (const unitId of wanted) {
    const reading = readings.get(unitId);
    const level = reading?.sensors.find(({ type }) => type === 'fuel_level');
    if (reading !== undefined && level !== undefined)
      fuel.set(unitId, text.value(level, reading.valueOf(level.sensor_id)));
  }
  return fuel;
}
