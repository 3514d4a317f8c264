import { destination, SECOND } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createPoint, type DetectionPoint } from '../shared/index.ts';

const PHASES = ['drive', 'drive', 'stop', 'park', 'jitter', 'silence', 'spike', 'blind'] as const;

/**
 * Reports of a unit that does everything that detectors have to distinguish: drives, stops, parks,
 * jitters, falls silent, jumps, loses its satellites, changes drivers, sets its odometer back.
 */
export function randomTrace(random: () => number, count: number, start: number): DetectionPoint[] {
  const points: DetectionPoint[] = [];
  let [time, metres, odometer, left] = [start, 0, 100_000, 0];
  let phase: (typeof PHASES)[number] = 'drive';
  for (let row = 0; row < count; row++) {
    if (left-- <= 0) {
      phase = PHASES[Math.floor(random() * PHASES.length)];
      left = Math.floor(random() * 20);
      if (phase === 'silence') time += Math.floor(random() * 3_000) * SECOND;
    }
    const step = 10 + Math.floor(random() * 60);
    time += step * SECOND;
    const speed = phase === 'drive' || phase === 'blind' ? random() * 90 : phase === 'jitter' ? random() * 6 : 0;
    metres += (speed / 3.6) * step;
    odometer = random() < 0.01 ? 0 : odometer + Math.round((speed / 3.6) * step);
    const [latitude, longitude] = destination(
      50,
      10,
      0,
      metres + random() * 8 + (phase === 'spike' && left === 0 ? 60_000 : 0),
    );
    const driver = random();
    points.push({
      ...createPoint(),
      time,
      latitude,
      longitude,
      speed: random() < 0.05 ? Number.NaN : speed,
      hasPosition: random() > 0.03,
      valid: true,
      satellites: phase === 'blind' ? 2 : random() < 0.1 ? -1 : 9,
      ignition: random() < 0.3 ? IGNITION.unknown : speed > 0 || random() < 0.3 ? IGNITION.on : IGNITION.off,
      odometer: random() < 0.1 ? Number.NaN : odometer,
      relativeOdometer: random() < 0.1 ? Number.NaN : (speed / 3.6) * step,
      driverKey: driver < 0.02 ? '' : driver < 0.06 ? `D${Math.floor(random() * 3)}` : null,
    });
  }
  return points;
}
