import { cleanup, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { plainUnit } from '../../../domain/unit/index.ts';
import { renderInWorld } from '../../shared/testing/world.tsx';
import { GoneUnit } from './UnitDetail.tsx';
import { firstOf, useLastKnown } from './useLastKnown.ts';

afterEach(cleanup);

const [van, bus] = [plainUnit(1, 'Van'), plainUnit(2, 'Bus')];
const there = (...units: (typeof van)[]) => new Map(units.map((unit) => [Number(unit.unit_id), unit]));

it('a unit that went while it was looked at is mentioned until another one is selected', () => {
  const { result, rerender } = renderHook(({ ids, byId }) => useLastKnown(ids, firstOf(ids, byId)), {
    initialProps: { ids: [1], byId: there(van, bus) },
  });
  expect(result.current).toEqual({ unit: van, isThere: true });
  rerender({ ids: [1], byId: there(bus) });
  expect(result.current).toEqual({ unit: van, isThere: false });
  rerender({ ids: [1, 2], byId: there(bus) });
  expect(result.current).toEqual({ unit: bus, isThere: true });
  rerender({ ids: [], byId: there(bus) });
  expect(result.current).toBeNull();
  // One of an old link that never was there is nothing to report.
  rerender({ ids: [9], byId: there(bus) });
  expect(result.current).toBeNull();
});

it('in the place of its card stands what happened, and the way to the others', async () => {
  await renderInWorld(<GoneUnit unit={van} onClose={() => undefined} />);
  expect(screen.getByText(/^Van has been unavailable since .+2026/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the units' })).toBeTruthy();
});
