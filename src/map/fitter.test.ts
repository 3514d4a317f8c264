import { expect, it } from 'vitest';
import { Fitter } from './fitter.ts';

const BOX = { west: 10, south: 40, east: 50, north: 55 };

/** A map of a width; MapLibre hears of another one later, as its observer runs between frames. */
function mapOf(width: number) {
  const state = { width, known: width, isMoving: false };
  const fitted: { width: number; duration: number }[] = [];
  const container = {
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ left: 0, top: 0, right: state.width, bottom: 600 }),
  };
  const map = {
    getContainer: () => container,
    isMoving: () => state.isMoving,
    fitBounds(_: unknown, { duration }: { duration: number }) {
      fitter.moved();
      fitted.push({ width: state.known, duration });
      state.isMoving = duration > 0;
      if (duration === 0) fitter.rested();
    },
  };
  const fitter: Fitter = new Fitter({
    map: map as never,
    picker: { bounds: (units: readonly number[]) => (units.length > 0 ? BOX : null) } as never,
    reducedMotion: false,
    overlays: () => [],
    isResizing: () => state.width !== state.known,
  });
  const resized = (): boolean => {
    state.known = state.width;
    return fitter.resume();
  };
  return { fitter, state, fitted, resized };
}

it('fits again what was fitted before MapLibre knew the new size, and only that', () => {
  const { fitter, state, fitted, resized } = mapOf(1_000);
  fitter.fit([1, 2], 'jump');
  state.width = 800;
  // A panel that opens leaves the ground where it is.
  expect(resized()).toBe(false);
  state.width = 500;
  fitter.fit([1, 2], 'jump');
  expect(resized()).toBe(true);
  expect(fitted.map(({ width }) => width)).toEqual([1_000, 800, 500]);
});

it('goes on with a glide in the new size', () => {
  const { fitter, state, fitted, resized } = mapOf(1_000);
  fitter.fit([1, 2]);
  state.width = 500;
  expect(resized()).toBe(true);
  expect(fitted).toEqual([
    { width: 1_000, duration: 500 },
    { width: 500, duration: 500 },
  ]);
});

it('fits the same units once more where nobody moved the camera since', () => {
  const { fitter, fitted } = mapOf(1_000);
  expect(fitter.refit()).toBe(false);
  fitter.fit([1], 'jump');
  expect(fitter.centred).toBe(1);
  expect(fitter.refit()).toBe(true);
  fitter.moved();
  expect(fitter.centred).toBeNull();
  expect(fitter.refit()).toBe(false);
  expect(fitter.fit([])).toBe(false);
  expect(fitted).toHaveLength(2);
});
