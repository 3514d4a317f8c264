import { describe, expect, it } from 'vitest';
import type { FleetMap, MapCamera } from '../../../map/index.ts';
import { moveTogether } from './Beside.tsx';

/** A map that can be moved and reports it, as the real one does: before the call ends. */
function movable(longitude: number): FleetMap & { moves: number } {
  const listeners = new Set<() => void>();
  let camera: MapCamera = { longitude, latitude: 0, zoom: 3 };
  const map = {
    moves: 0,
    camera: () => camera,
    moveTo(next: MapCamera) {
      camera = next;
      map.moves++;
      for (const listener of listeners) listener();
    },
    followView(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return map as unknown as FleetMap & { moves: number };
}

describe('two maps beside each other', () => {
  it('look the same way, whichever is moved, and do not answer each other', () => {
    const [one, other] = [movable(10), movable(20)];
    const part = moveTogether(one, other);
    expect(other.camera().longitude).toBe(10);
    one.moveTo({ longitude: 30, latitude: 5, zoom: 8 });
    expect(other.camera()).toEqual({ longitude: 30, latitude: 5, zoom: 8 });
    other.moveTo({ longitude: 40, latitude: 6, zoom: 9 });
    expect(one.camera()).toEqual({ longitude: 40, latitude: 6, zoom: 9 });
    expect([one.moves, other.moves]).toEqual([2, 3]);
    part();
    one.moveTo({ longitude: 50, latitude: 0, zoom: 3 });
    expect(other.camera().longitude).toBe(40);
  });
});
