import type { ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Panel, PlaceIcon, StatusChip, StatusMark } from '../../../ui/index.ts';
import { useSilence } from '../../shared/allocation/useSilence.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { Fact } from '../../shared/Fact.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { ZonesNow } from '../../shared/visits/ZonesNow.tsx';
import { MOTION_LOOK, type UnitState } from '../../shared/unit/motionLook.ts';
import { useMotionWord } from '../../shared/unit/useMotionWord.ts';
import { hasPosition, rowState } from '../list/unitRows.ts';
import { PlacePreview } from '../place/index.ts';
import { useFleetTick } from '../useFleetTick.ts';

/** Where the unit is and what it does, with the age of that. */
export function StatePanel({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const motionWord = useMotionWord();
  const { fleet } = useFleet();
  const now = useFleetTick();
  const slot = fleet.slotOf(unit.unit_id);
  const state = rowState(fleet, slot, now);
  const known = state !== 'neverReported';
  const silence = useSilence(unit);
  // To five digits: a map that follows the last metre would never stand still.
  const reported = hasPosition(fleet, slot)
    ? { latitude: rounded(fleet.latitudes[slot]), longitude: rounded(fleet.longitudes[slot]) }
    : null;
  const place = reported ?? unit.location;
  return (
    <Panel
      title={t('unitForms.view.now')}
      actions={<StatusChip {...MOTION_LOOK[state]}>{known ? motionWord(state, slot, now) : silence.state}</StatusChip>}>
      <dl className="facts">
        <Fact label={t('units.detail.lastSeen')}>
          {known ? (
            <span title={formats.preciseTime(fleet.times[slot])}>{formats.relative(fleet.times[slot], now)}</span>
          ) : (
            silence.lastSeen
          )}
        </Fact>
        {known && (
          <Fact label={t('units.detail.speed')}>
            <span className="figures">{formats.speed(fleet.speeds[slot])}</span>
          </Fact>
        )}
        {known && (
          <Fact label={t('units.detail.course')}>
            <span className="figures">{formats.course(fleet.courses[slot])}</span>
          </Fact>
        )}
        {place !== null && (
          <Fact label={t(reported === null ? 'unitForms.view.ownPlace' : 'units.detail.position')}>
            <bdi dir="ltr" className="figures">
              {formats.coordinates(place.latitude, place.longitude)}
            </bdi>
          </Fact>
        )}
        {place !== null && <Address {...place} />}
        <ZonesNow unitId={unit.unit_id} instant={now} />
      </dl>
      {place === null ? (
        <p className="unit-view-note">{silence.rest}</p>
      ) : (
        <PlacePreview
          {...place}
          mark={
            <MapMark state={reported === null ? null : state} course={reported === null ? 0 : fleet.courses[slot]} />
          }
        />
      )}
    </Panel>
  );
}

const rounded = (degrees: number): number => Number(degrees.toFixed(5));
/** An address holds for about a kilometre: it is not asked for at every step. */
const coarse = (degrees: number): number => Number(degrees.toFixed(2));

/** The mark of the unit map, in CSS px across as it is near by; the hollow pin of a place that was set by hand. */
function MapMark({ state, course }: { state: UnitState | null; course: number }): ReactNode {
  if (state === null) return <PlaceIcon className="unit-view-pin" aria-hidden="true" />;
  const { shape, tone } = MOTION_LOOK[state];
  return (
    <div className="unit-view-mark" style={shape === 'arrow' ? { rotate: `${course}deg` } : undefined}>
      <StatusMark shape={shape} tone={tone} size={28} />
    </div>
  );
}

/** The place in words. */
function Address({ latitude, longitude }: { latitude: number; longitude: number }): ReactNode {
  const { t } = useTranslation();
  const { value } = useAnswer('getAddresses', {
    points: [{ latitude: coarse(latitude), longitude: coarse(longitude) }],
  });
  const address = value?.addresses[0] ?? '';
  return address === '' ? null : (
    <Fact label={t('unitForms.view.address')}>
      <bdi>{address}</bdi>
    </Fact>
  );
}
