import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { StatusChip } from '../../../ui/index.ts';
import { useAlarmSummary } from '../../shared/alarms/useAlarmSummary.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useMotionWord } from '../../shared/unit/useMotionWord.ts';
import { rowState } from '../list/unitRows.ts';

export interface HoverState {
  readonly unitId: number;
  /** Pixels from the map's corner. */
  readonly x: number;
  readonly y: number;
}

/** A few words on the unit under the pointer. */
export function Hover({ unitId, x, y }: HoverState): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const motionWord = useMotionWord();
  const { fleet, units, timeline } = useFleet();
  const slot = fleet.slotOf(unitId);
  const { instant, mode } = timeline.getSnapshot();
  const state = rowState(fleet, slot, instant);
  const alarms = useAlarmSummary()?.units.find((unit) => Number(unit.unit_id) === unitId);
  const isByHand = fleet.handPlaceOf(slot) !== null;
  return (
    <div className="map-hover" style={{ transform: `translate(${x + 14}px, ${y + 14}px)` }} aria-hidden="true">
      <strong>
        <bdi>{units.getSnapshot().byId.get(unitId)?.name}</bdi>
      </strong>
      <StatusChip plain {...MOTION_LOOK[state]}>
        {motionWord(state, slot, instant)}
      </StatusChip>
      {alarms !== undefined && mode === 'live' && (
        <span>
          {alarms.open > 0
            ? t('alarms.ofUnit.hover', { count: alarms.open })
            : t('alarms.ofUnit.acknowledgedHover', { count: alarms.acknowledged })}
        </span>
      )}
      <span className="figures dim">
        {isByHand ? (
          t('units.detail.setByHand')
        ) : (
          <>
            {formats.speed(fleet.speeds[slot])} · {formats.relative(fleet.times[slot], instant)}
          </>
        )}
      </span>
    </div>
  );
}
