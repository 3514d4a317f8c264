import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IGNITION, MOTION } from '../../../domain/telemetry/index.ts';
import { flatProjection } from '../../screen.ts';
import { INSTANCE_FLAGS } from '../../../streams/pipeline/fleetColumns.ts';
import { FakeFleet, parkedAt } from '../../testing/fakeFleet.ts';
import type { MapContext, ScreenView } from '../shared/context.ts';
import { DensityGrid } from '../shared/densityGrid.ts';
import { arcsOf } from './bubbleLayer.ts';
import { countFormat } from './countAtlas.ts';
import { takenBoxes } from '../labels/index.ts';
import { createDensity } from './index.ts';

/** A pen that draws nothing: the test's browser has no canvas. */
const pen = {
  clearRect() {},
  save() {},
  restore() {},
  translate() {},
  scale() {},
  fillText() {},
  measureText: () => ({ width: 20 }),
};
const canvas: { getContext(kind: string): unknown } = HTMLCanvasElement.prototype;

beforeEach(() => void vi.spyOn(canvas, 'getContext').mockReturnValue(pen));
afterEach(() => vi.restoreAllMocks());

function crowd(count: number): FakeFleet {
  const fleet = new FakeFleet(count, 0);
  for (let id = 1; id <= count; id++) {
    fleet.segment(fleet.ensure(id), parkedAt(10 + id * 1e-5, 50), null);
  }
  return fleet;
}

function view(zoom: number): ScreenView {
  const [width, height] = [1_000, 600];
  const reach = (width / 2 / (512 * 2 ** zoom)) * 360;
  const project = flatProjection({ width, height, longitude: 10, latitude: 50, zoom, bearing: 0 });
  return {
    width,
    height,
    zoom,
    west: 10 - reach,
    east: 10 + reach,
    south: Math.max(-80, 50 - reach),
    north: Math.min(80, 50 + reach),
    project,
  };
}

function rig() {
  const changed = vi.fn();
  const density = createDensity('en', changed);
  const bundles = new DensityGrid();
  /** True when it asked for a picture. */
  const settle = (fleet: FakeFleet, zoom: number, on = true): boolean => {
    changed.mockClear();
    density.settle?.(
      fleet.frame(0),
      { density: on, bundles, clock: { now: 0 }, devicePixelRatio: 1 } as MapContext,
      view(zoom),
    );
    return changed.mock.calls.length > 0;
  };
  return { density, bundles, settle };
}

describe('density', () => {
  it('draws a crowd of a large fleet as one bubble that can be pressed', () => {
    const { density, settle } = rig();
    expect(settle(crowd(600), 5)).toBe(true);
    expect(density.state).toEqual({ bubbles: 1, units: 600 });
    const [pixel] = [[0, 0] as [number, number]];
    const { project } = view(5);
    const bubble = density.bubbleAt(500, 300, view(5));
    expect(bubble?.count).toBe(600);
    project(bubble?.longitude ?? 0, bubble?.latitude ?? 0, pixel);
    expect(density.bubbleAt(pixel[0] + (bubble?.radius ?? 0) + 1, pixel[1], view(5))).toBeNull();
  });

  it('is drawn again when its picture is another one: a count, a share of movers or a place', () => {
    const { settle } = rig();
    const fleet = crowd(600);
    expect([settle(fleet, 5), settle(fleet, 5)]).toEqual([true, false]);
    const fix = { ...parkedAt(10, 50), motion: MOTION.moving, ignition: IGNITION.on };
    fleet.segment(0, fix, null);
    expect(settle(fleet, 5)).toBe(false);
    for (let slot = 0; slot < 30; slot++) fleet.segment(slot, fix, null);
    expect(settle(fleet, 5)).toBe(true);
    fleet.setFlag(0, INSTANCE_FLAGS.hidden, true);
    expect(settle(fleet, 5)).toBe(true);
    for (let slot = 0; slot < 60; slot++) fleet.segment(slot, { ...fix, longitude: 11 }, null);
    expect(settle(fleet, 5)).toBe(true);
  });

  it('puts units of a small fleet together only where their marks would lie on each other', () => {
    const { density, settle } = rig();
    const pair = crowd(2);
    expect(settle(pair, 5)).toBe(true);
    expect(density.state).toEqual({ bubbles: 1, units: 2 });
    pair.segment(1, parkedAt(15, 50), null);
    expect(settle(pair, 5)).toBe(true);
    expect(density.state).toEqual({ bubbles: 0, units: 0 });
  });

  it('says by its ring who has no fix and who is silent, however few they are', () => {
    const bubble = { longitude: 0, latitude: 0, count: 100, radius: 18, cell: 0 };
    expect(arcsOf({ ...bubble, noFix: 0, idlingLong: 0, silent: 0, moving: 40 })).toEqual([0, 0, 0.4]);
    expect(arcsOf({ ...bubble, noFix: 1, idlingLong: 0, silent: 1, moving: 90 })).toEqual([0.08, 0.16, 1]);
    expect(arcsOf({ ...bubble, noFix: 0, idlingLong: 20, silent: 10, moving: 0 })).toEqual([0, 0.3, 0.3]);
    expect(arcsOf({ ...bubble, noFix: 50, idlingLong: 0, silent: 50, moving: 0 })).toEqual([0.5, 1, 1]);
  });

  it('reports its bubbles as places where no unit name may lie', () => {
    const { bundles, settle } = rig();
    settle(crowd(600), 5);
    const seen = view(5);
    const pixel: [number, number] = [0, 0];
    const [bubble] = bundles.drawn;
    seen.project(bubble.longitude, bubble.latitude, pixel);
    const boxes = [...takenBoxes({ places: { names: [] }, bundles }, seen)];
    expect(boxes).toEqual([
      [pixel[0] - bubble.radius, pixel[1] - bubble.radius, pixel[0] + bubble.radius, pixel[1] + bubble.radius],
    ]);
    settle(crowd(600), 5, false);
    expect([...takenBoxes({ places: { names: [] }, bundles }, seen)]).toEqual([]);
  });

  it('leaves every fleet alone near by', () => {
    const { density, bundles, settle } = rig();
    expect(settle(crowd(600), 14)).toBe(false);
    expect(density.state.bubbles).toBe(0);
    expect(bundles.isBundled(10, 50)).toBe(false);
  });

  it('gives the units back when it is switched off, and redraws once for that', () => {
    const { density, bundles, settle } = rig();
    const fleet = crowd(600);
    settle(fleet, 5);
    expect(bundles.isBundled(10.001, 50)).toBe(true);
    expect(settle(fleet, 5, false)).toBe(true);
    expect(settle(fleet, 5, false)).toBe(false);
    expect(bundles.isBundled(10.001, 50)).toBe(false);
    expect(density.state).toEqual({ bubbles: 0, units: 0 });
  });
});

describe('accepted', () => {
  it('are whole while they fit, in the digits of the language', () => {
    expect([18, 9_999, 12_345, 1_250_000].map(countFormat('en'))).toEqual(['18', '9999', '12.3K', '1.25M']);
    expect(countFormat('fa')(1_234)).toBe('۱۲۳۴');
  });
});
