import { KNOT_IN_KMH, METRE_PER_SECOND_IN_KMH, MINUTE, SECOND, distance } from '../../../domain/base/index.ts';
import type { FileFix, FileTrack } from './trackFile.ts';

/** km/h in one of the units that loggers write without saying so. */
const UNITS = [1, KNOT_IN_KMH, METRE_PER_SECOND_IN_KMH];
/** Stretches over which distance and speed are compared: positions scatter, and speed changes between fixes. */
const STRETCH = 30 * SECOND;
/** Between fixes further apart the track is not the straight line. */
const LONGEST_LEG = 2 * MINUTE;
/** Metres: less is scatter. */
const SHORTEST_STEP = 20;

/**
 * The unit of speeds that do not name it, in km/h: the one by which the tracks go as far as they say. Where they
 * hardly move, it is km/h.
 */
export function inferSpeedUnit(tracks: readonly FileTrack[]): number {
  const ratios = tracks.flatMap(({ fixes }) => ratiosOf(fixes)).toSorted((a, b) => a - b);
  if (ratios.length === 0) return 1;
  const usual = ratios[ratios.length >> 1];
  const off = (unit: number): number => Math.abs(Math.log(usual / unit));
  return UNITS.reduce((best, unit) => (off(unit) < off(best) ? unit : best));
}

/** km/h by the way over the speed as it is written, stretch by stretch. */
function ratiosOf(fixes: readonly FileFix[]): number[] {
  const ordered = fixes.toSorted((a, b) => a.time - b.time);
  const ratios: number[] = [];
  let [metres, written, span] = [0, 0, 0];
  const close = (): void => {
    if (metres >= SHORTEST_STEP && written > 0) ratios.push((metres * 3_600) / written);
    [metres, written, span] = [0, 0, 0];
  };
  for (let place = 1; place < ordered.length; place++) {
    const [a, b] = [ordered[place - 1], ordered[place]];
    const time = b.time - a.time;
    if (!(time > 0 && time <= LONGEST_LEG) || Number.isNaN(a.speed + b.speed)) continue;
    metres += distance(a.latitude, a.longitude, b.latitude, b.longitude);
    written += ((a.speed + b.speed) / 2) * time;
    span += time;
    if (span >= STRETCH) close();
  }
  if (ratios.length === 0) close();
  return ratios;
}
