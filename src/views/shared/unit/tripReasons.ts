import type { DetectionReason } from '../../../domain/unitEvent/index.ts';
import { SECOND } from '../../../domain/base/index.ts';
import type { Formats } from '../../../i18n/index.ts';

/** A text with its figures: a key of the catalogue and what fills its places. */
export interface ReasonText {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Codes that have words; others are shown as they are. */
const START_CODES: readonly string[] = ['speed', 'derivedSpeed', 'ignition', 'mileage'];
const END_CODES: readonly string[] = ['parking', 'gap', 'jump'];

const known = (values: DetectionReason['values'], name: string): boolean => Number.isFinite(values[name]);

/** Why a trip started. The sensors' reasons name the speed only where it was asked for. */
export function startReasonText({ code, values }: DetectionReason, formats: Formats): ReasonText {
  const filled = figures(values, formats);
  if (!START_CODES.includes(code)) return { key: 'tripReasons.other', values: { code } };
  const isConfirmed = (code === 'ignition' || code === 'mileage') && known(values, 'bound');
  return { key: `tripReasons.start.${code}${isConfirmed ? 'Confirmed' : ''}`, values: filled };
}

/** Why a trip ended; null = it has not. */
export function endReasonText(reason: DetectionReason | null, formats: Formats): ReasonText {
  if (reason === null) return { key: 'tripReasons.end.open', values: {} };
  if (!END_CODES.includes(reason.code)) return { key: 'tripReasons.other', values: { code: reason.code } };
  return { key: `tripReasons.end.${reason.code}`, values: figures(reason.values, formats, reason.code) };
}

/** Bounds are of what was measured: a time for what lasted, a distance for a jump, a speed for the start. */
function figures(values: DetectionReason['values'], formats: Formats, ended = ''): Record<string, string> {
  const bound = values.bound ?? Number.NaN;
  const written: Record<string, string> = {
    speed: formats.speed(values.speed ?? Number.NaN),
    distance: formats.distance(values.distance ?? Number.NaN),
    duration: formats.duration((values.seconds ?? Number.NaN) * SECOND),
    bound:
      ended === 'jump'
        ? formats.distance(bound)
        : ended === ''
          ? formats.speed(bound)
          : formats.duration(bound * SECOND),
  };
  return written;
}
