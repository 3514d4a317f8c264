import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import { SECOND } from '../../../../domain/base/index.ts';
import {
  tripDetectorSchema,
  tripPresent,
  type FilterSettings,
  type TripDetectorSettings,
  type TripPresent,
} from '../../../../domain/detection/index.ts';
import { IGNITION } from '../../../../domain/telemetry/index.ts';
import { useDetectionTexts, type DetectionTexts } from '../useDetectionTexts.ts';
import { NOTHING_NOW, nowOf, type Now, type NowOf } from './now.ts';
import type { Present } from './usePresent.ts';

/** What the trip detector's settings, as they are typed, say of the device's last report. */
export function useTripNow({ reports }: Present, filters: FilterSettings): NowOf {
  const texts = useDetectionTexts();
  const { values } = useFormikContext<TripDetectorSettings>();
  return useMemo(() => {
    if (reports === null || !tripDetectorSchema.isValidSync(values)) return NOTHING_NOW;
    const settings = tripDetectorSchema.validateSync(values);
    const present = tripPresent(reports, filters, settings);
    return present === null ? NOTHING_NOW : linesOf(present, settings, texts);
  }, [reports, filters, values, texts]);
}

function linesOf(present: TripPresent, settings: TripDetectorSettings, texts: DetectionTexts): NowOf {
  const { point, movement, silence } = present;
  const { t, formats } = texts;
  const says = (value: string, verdict: string, holds: boolean): Now => ({
    value,
    verdict: t(`detection.now.${verdict}`),
    holds,
  });
  const isEnough = point.satellites < 0 || point.satellites >= settings.min_satellites;
  return nowOf({
    m_source: sourceLine(present, settings, texts),
    min_m_speed: speedLine(present, settings, texts),
    min_satellites: says(
      point.satellites < 0 ? t('detection.now.notReported') : formats.number(point.satellites),
      isEnough ? 'counts' : 'leftOut',
      isEnough,
    ),
    min_park_time: standingLine(present, settings, texts),
    min_trip_time: ongoingLine(
      present,
      settings.min_trip_time,
      ({ start, end }) => (end - start) / SECOND,
      (seconds) => formats.duration(seconds * SECOND),
      texts,
    ),
    min_trip_dist: ongoingLine(present, settings.min_trip_dist, ({ distance }) => distance, formats.distance, texts),
    max_intrl_in_msgs:
      silence === null
        ? null
        : silence <= settings.max_intrl_in_msgs * SECOND
          ? says(formats.duration(silence), 'goesOn', true)
          : says(formats.duration(silence), 'breaks', false),
    max_dist_in_msgs:
      movement.leg < 0
        ? null
        : movement.leg <= settings.max_dist_in_msgs
          ? says(formats.distance(movement.leg), 'goesOn', true)
          : says(formats.distance(movement.leg), 'breaks', false),
  });
}

const verdictOf = (moving: boolean | null): string => (moving === null ? 'passedOver' : moving ? 'moving' : 'standing');

/** Of sources that are no speed. */
function sourceLine(
  { point, movement }: TripPresent,
  { m_source }: TripDetectorSettings,
  { t, formats }: DetectionTexts,
): Now | null {
  const says = (value: string): Now => ({
    value,
    verdict: t(`detection.now.${verdictOf(movement.moving)}`),
    ...(movement.moving !== null && { holds: movement.moving }),
  });
  const metres = (value: number): string =>
    Number.isNaN(value) ? t('detection.now.notReported') : formats.distance(value);
  switch (m_source) {
    case 'ignition':
      return says(
        movement.ignition === IGNITION.unknown
          ? t('detection.now.notReported')
          : t(`detection.now.${movement.ignition === IGNITION.on ? 'on' : 'off'}`),
      );
    case 'odometer':
      return says(metres(point.odometer));
    case 'relative_odometer':
      return says(metres(point.relativeOdometer));
    default:
      return null;
  }
}

function speedLine(
  { movement: { speed, fast, moving } }: TripPresent,
  { m_source }: TripDetectorSettings,
  { t, formats }: DetectionTexts,
): Now {
  const value = Number.isNaN(speed) ? t('detection.now.notReported') : formats.speed(speed);
  const isOwn = m_source === 'auto' || m_source === 'gps_coordinates';
  const verdict = isOwn ? verdictOf(moving) : fast === null ? 'notAsked' : fast ? 'agrees' : 'disagrees';
  return { value, verdict: t(`detection.now.${verdict}`), ...(fast !== null && { holds: fast }) };
}

function standingLine(
  { point, live: { status, since } }: TripPresent,
  { min_park_time }: TripDetectorSettings,
  { t, formats }: DetectionTexts,
): Now | null {
  if (status === 'moving') return { value: t('detection.now.driving') };
  if (since === null || (status !== 'standing' && status !== 'parked')) return null;
  const isParked = point.time - since >= min_park_time * SECOND;
  return {
    value: t('detection.now.standingFor', { duration: formats.duration(point.time - since) }),
    verdict: t(`detection.now.${isParked ? 'parked' : 'notParked'}`),
    holds: isParked,
  };
}

function ongoingLine(
  { ongoing }: TripPresent,
  bound: number,
  read: (trip: NonNullable<TripPresent['ongoing']>) => number,
  words: (value: number) => string,
  { t }: DetectionTexts,
): Now | null {
  if (ongoing === null) return { value: t('detection.now.noTrip') };
  const value = read(ongoing);
  return {
    value: words(value),
    verdict: t(`detection.now.${value >= bound ? 'trip' : 'noTripYet'}`),
    holds: value >= bound,
  };
}
