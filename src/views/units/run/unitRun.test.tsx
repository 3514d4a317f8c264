import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT } from '../../../../tests/support/forms/screens.tsx';
import {
  MINUTE,
  toIso,
  type AccountId,
  type RouteId,
  type RouteRunId,
  type UnitId,
} from '../../../domain/base/index.ts';
import type { RouteRun, RunCheckpoint } from '../../../domain/route/index.ts';
import type { FleetMap, MapBounds, RouteDrawing } from '../../../map/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import { UnitRun } from './UnitRun.tsx';
import { useRunOnMap } from './useRunOnMap.ts';

afterEach(cleanup);

const at = (minutes: number): string => toIso(WORLD_NOW + minutes * MINUTE);
const checkpoint = (key: number, due: number, more: Partial<RunCheckpoint>): RunCheckpoint => ({
  key,
  name: `Gate ${key}`,
  position: { latitude: 52, longitude: 13 + key },
  due: at(due),
  tolerance: 300,
  arrived: null,
  departed: null,
  status: 'pending',
  delay: null,
  ...more,
});
const RUN: RouteRun = {
  run_id: 4 as RouteRunId,
  account_id: 1 as AccountId,
  route_id: 7 as RouteId,
  route_name: 'Morning round',
  colour: 'blue',
  labels: [],
  unit_id: 1 as UnitId,
  unit_name: 'Van',
  schedule_key: 1,
  schedule_name: 'Weekdays',
  schedule_labels: [],
  order: 'skips',
  state: 'started',
  reason: '',
  start: at(-60),
  end: at(60),
  started_at: at(-60),
  ended_at: null,
  checkpoints: [
    checkpoint(1, -60, { arrived: at(-90), departed: at(-60), status: 'onTime', delay: 0 }),
    checkpoint(2, -40, { status: 'skipped' }),
    checkpoint(3, -30, { arrived: at(-20), status: 'late', delay: 629 }),
    checkpoint(4, 20, {}),
    checkpoint(5, 60, {}),
  ],
  next: 4,
  off_route: false,
  off_spans: [],
  adherence: 97,
  distance: 1_000,
  remaining: 2_000,
  eta: at(75),
};
const GEOMETRY: RouteRun['geometry'] = {
  corridor: {
    type: 'corridor',
    coordinates: [
      [14, 52],
      [18, 53],
    ],
    width: 200,
  },
  shapes: RUN.checkpoints.map(({ position: { latitude, longitude } }) => ({
    type: 'circle',
    center: [longitude, latitude],
    radius: 100,
  })),
};

function OnMap({ map }: { map: FleetMap }) {
  return <UnitRun unitId={1} onShow={useRunOnMap(map, 1)} />;
}

async function show(run: RouteRun, may: readonly 'r'[] = ['r']) {
  const drawn: (RouteDrawing | null)[] = [];
  const fitted: unknown[] = [];
  const map = {
    setRoute: (drawing: RouteDrawing | null) => void drawn.push(drawing),
    fit: (bounds: MapBounds) => void fitted.push(bounds),
  } as unknown as FleetMap;
  const world = await renderScreen(
    <FleetContext value={fakeFleet({})}>
      <OnMap map={map} />
    </FleetContext>,
    {
      session: { permissions: { units: ['r'], routes: may }, account: ACCOUNT },
      answers: { getRouteRuns: { runs: [{ ...run, geometry: GEOMETRY }], truncated: false } },
    },
  );
  return { world, drawn, fitted };
}

it('the card shows the state of the run at each checkpoint, and the map draws it', async () => {
  const { drawn, fitted } = await show(RUN);
  const card = await screen.findByRole('region', { name: 'Run' });
  expect(within(card).getByText('In progress · 10 min late')).toBeTruthy();
  const lines = within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
  expect(lines.map((text) => /On time|Skipped|10 min late|Not due yet/.exec(text)?.[0])).toEqual([
    'On time',
    'Skipped',
    '10 min late',
    'Not due yet',
    'Not due yet',
  ]);
  expect(within(card).getAllByRole('listitem')[3].getAttribute('aria-current')).toBe('step');
  for (const fact of ['ETA', 'Planned end', 'Remaining', 'On route']) expect(card.textContent).toContain(fact);
  await waitFor(() =>
    expect(drawn.at(-1)?.stops.map(({ tone }) => tone)).toEqual(['reached', 'skipped', 'late', 'next', 'plain']),
  );
  expect(drawn.at(-1)).toMatchObject({
    width: 200,
    line: [
      [14, 52],
      [18, 53],
    ],
  });
  fireEvent.click(within(card).getByRole('button', { name: 'Show on map' }));
  expect(fitted).toEqual([{ west: 14, south: 52, east: 18, north: 53 }]);
});

it('a run that comes later is a line of the card, and nothing on the map', async () => {
  const { drawn } = await show({
    ...RUN,
    state: 'planned',
    start: at(200),
    started_at: null,
    checkpoints: [],
    eta: null,
  });
  expect(await screen.findByRole('region', { name: 'Next run' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show on map' })).toBeNull();
  expect(drawn.every((drawing) => drawing === null)).toBe(true);
});

it('who may not see routes is asked nothing and shown nothing', async () => {
  const { world } = await show(RUN, []);
  expect(world.server.of('getRouteRuns')).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});
