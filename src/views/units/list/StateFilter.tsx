import type { ReactNode } from 'react';
import { IDLING } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { StatusMark } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useStore } from '../../shared/services/store.ts';
import type { RowState } from './unitRows.ts';

const SHOWN = ['moving', 'idling', 'idlingLong', 'parked', 'stale', 'noFix'] as const;

export interface StateFilterProps {
  readonly chosen: ReadonlySet<RowState>;
  readonly onChange: (states: ReadonlySet<RowState>) => void;
}

/** How many units are in which state; pressing one shows these alone. */
export function StateFilter({ chosen, onChange }: StateFilterProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const summary = useStore(useFleet().summary);
  const tooLong = t('motion.idlingLongHint', { time: formats.duration(IDLING.tooLong) });
  const toggle = (state: RowState): void => {
    const next = new Set(chosen);
    // "No valid fix" counts those that never reported as well.
    const together: RowState[] = state === 'noFix' ? ['noFix', 'neverReported'] : [state];
    for (const each of together) if (!next.delete(each)) next.add(each);
    onChange(next);
  };
  return (
    <fieldset className="state-filter">
      <legend className="visually-hidden">{t('units.list.filterByState')}</legend>
      {SHOWN.map((state) => (
        <button
          key={state}
          type="button"
          className="state-filter-chip"
          aria-pressed={chosen.has(state)}
          title={state === 'idlingLong' ? tooLong : t(`motion.${state}`)}
          onClick={() => toggle(state)}>
          <StatusMark {...MOTION_LOOK[state]} />
          <span className="figures">{formats.number(summary[state])}</span>
          <span className="visually-hidden">{t(`motion.${state}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
