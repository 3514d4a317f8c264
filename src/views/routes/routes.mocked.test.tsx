import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import {
  HOUR,
  MINUTE,
  toIso,
  type AccountId,
  type RouteId,
  type RouteRunId,
  type UnitId,
} from '../../domain/base/index.ts';
import { newSchedule, type ListedSchedule, type Route, type RouteRun } from '../../domain/route/index.ts';
import type { RoutePictureProps } from './RoutePicture.tsx';
import { WORLD_NOW } from '../shared/testing/services.ts';

const drawn = vi.hoisted(() => ({ last: null as RoutePictureProps | null }));
vi.mock('./RoutePicture.tsx', () => ({
  default: (props: RoutePictureProps) => {
    drawn.last = props;
    return null;
  },
}));
afterEach(cleanup);

const NOW = WORLD_NOW;
const at = (minutes: number): string => toIso(NOW + minutes * MINUTE);
const checkpoint = (key: number, due: number, arrived: number | null, status: 'onTime' | 'late') => ({
  key,
  name: `Gate ${key}`,
  position: { latitude: 52, longitude: 13 + key },
  due: at(due),
  tolerance: 300,
  arrived: arrived === null ? null : at(arrived),
  departed: key === 1 && arrived !== null ? at(arrived) : null,
  status,
  delay: arrived === null ? null : (arrived - due) * 60,
});
const run = (id: number, part: Partial<RouteRun>): RouteRun => ({
  run_id: id as RouteRunId,
  account_id: 1 as AccountId,
  route_id: 7 as RouteId,
  route_name: 'Morning round',
  colour: 'blue',
  labels: [],
  unit_id: id as UnitId,
  unit_name: `Van ${id}`,
  schedule_key: 1,
  schedule_name: 'Weekdays',
  schedule_labels: [],
  order: 'skips',
  state: 'started',
  reason: '',
  start: at(-60),
  end: at(30),
  started_at: at(-60),
  ended_at: null,
  checkpoints: [checkpoint(1, -60, -60, 'onTime'), checkpoint(2, -20, null, 'late')],
  next: 2,
  off_route: false,
  off_spans: [],
  adherence: 97,
  distance: 1_000,
  remaining: 2_000,
  eta: at(45),
  ...part,
});
const LATE = run(1, {});
const OFF = run(2, {
  off_route: true,
  off_spans: [{ from: at(-10), to: null }],
  checkpoints: [checkpoint(1, -60, -60, 'onTime'), checkpoint(2, 20, null, 'onTime')],
});
const AHEAD = run(3, { state: 'planned', started_at: null, eta: null, next: null, checkpoints: [], start: at(60) });

const route: Route = {
  route_id: 7 as RouteId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Morning round',
  description: '',
  colour: 'blue',
  labels: [],
  order_rule: 'skips',
  checkpoints: [1, 2].map((key) => ({
    key,
    name: `Gate ${key}`,
    latitude: 52,
    longitude: 13 + key,
    radius: 100,
    geofence_id: null,
  })),
  corridor: {
    type: 'corridor',
    coordinates: [
      [14, 52],
      [15, 52],
    ],
    width: 200,
  },
  schedules: [],
  checkpoint_count: 2,
  length: 68_000,
  schedule_count: 0,
  shapes: {},
  created_at: at(0),
} as Route;

const lanes = (runs: RouteRun[], path = '/routes?view=runs') =>
  openScreen(path, { answers: { getRouteRuns: { runs, truncated: false } } });
const laneOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name })).closest('li') as HTMLElement;

describe('the runs of a day', () => {
  it('say who is late and who left the route, and mark checkpoints where they are due', async () => {
    await lanes([LATE, OFF, AHEAD]);
    const late = await laneOf('Van 1');
    expect(within(late).getByText('In progress · 20 min late')).toBeTruthy();
    expect(within(await laneOf('Van 2')).getByText('In progress · Off route')).toBeTruthy();
    expect(within(await laneOf('Van 3')).getByText('Planned')).toBeTruthy();
    // Marks lie in the lane itself: within anything else their places would not count from its start.
    const track = late.querySelector('.run-lane-track') as HTMLElement;
    const due = [...track.querySelectorAll<HTMLElement>('.run-due')];
    expect(due.map(({ parentElement }) => parentElement)).toEqual([track, track]);
    const [first, second] = due.map(({ style }) => Number.parseFloat(style.insetInlineStart));
    expect(second).toBeGreaterThan(first);
    expect(late.querySelectorAll('.run-check')).toHaveLength(1);
  });

  it('are left out by the filters of the address, which say so when none is left', async () => {
    await lanes([LATE, OFF], '/routes?view=runs&look=late');
    await laneOf('Van 1');
    expect(screen.queryByRole('link', { name: 'Van 2' })).toBeNull();
    cleanup();
    await lanes([LATE], '/routes?view=runs&look=finished');
    expect(await screen.findByText('No runs match the filters')).toBeTruthy();
    cleanup();
    await lanes([]);
    expect(await screen.findByText('No runs on this day')).toBeTruthy();
  });

  it('are aborted by hand after a question', async () => {
    const world = await lanes([LATE]);
    fireEvent.click(within(await laneOf('Van 1')).getByRole('button', { name: /^Abort/ }));
    expect(world.server.of('abortRun')).toEqual([]);
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Abort' }));
    await waitFor(() => expect(world.server.of('abortRun')).toEqual([{ run_id: 1 }]));
  });
});

describe('the page of a route', () => {
  it('draws it, lists its checkpoints and last runs, and says what goes with it', async () => {
    await openScreen('/route/7/view', {
      answers: { getRoute: route, getRouteRuns: { runs: [LATE], truncated: false } },
    });
    expect(await screen.findByText('Gate 2')).toBeTruthy();
    expect(await screen.findByText('In progress · 20 min late')).toBeTruthy();
    await waitFor(() => expect(drawn.last?.drawing.stops.map(({ text }) => text)).toEqual(['1', '2']));
    expect(drawn.last?.drawing).toMatchObject({
      width: 200,
      line: [
        [14, 52],
        [15, 52],
      ],
      isLineOpen: false,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Its runs, planned and driven, are deleted with it.')).toBeTruthy();
  });
});

describe('the form of a route', () => {
  it('takes checkpoints from the map, moves the corridor with them, and takes each step back', async () => {
    await openScreen('/route/7/edit', { answers: { getRoute: route } });
    await waitFor(() => expect(drawn.last?.drawing.isLineOpen).toBe(true));
    drawn.last?.onMove?.(2, { latitude: 53, longitude: 16 });
    await waitFor(() =>
      expect(drawn.last?.drawing.line).toEqual([
        [14, 52],
        [16, 53],
      ]),
    );
    drawn.last?.onPress?.({ latitude: 54, longitude: 17 });
    await waitFor(() => expect(drawn.last?.drawing.stops).toHaveLength(3));
    for (let step = 0; step < 2; step++) fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(drawn.last?.drawing).toMatchObject({
        line: [
          [14, 52],
          [15, 52],
        ],
        stops: { length: 2 },
      }),
    );
  });

  it('takes a checkpoint at a place that is searched for, under its name', async () => {
    const depot = { kind: 'place' as const, id: 0, title: 'Harbour depot', detail: '', latitude: 54, longitude: 17 };
    await openScreen('/route/7/edit', {
      answers: { getRoute: route, searchAll: { found: [depot], addresses: false } },
    });
    await waitFor(() => expect(drawn.last?.drawing.stops).toHaveLength(2));
    const field = screen.getByRole('searchbox', { name: 'Add a checkpoint at a place' });
    fireEvent.change(field, { target: { value: 'Harbour' } });
    fireEvent.click(await screen.findByRole('button', { name: /Harbour depot/ }));
    await waitFor(() => expect(drawn.last?.drawing.stops).toHaveLength(3));
    expect(screen.getByDisplayValue('Harbour depot')).toBeTruthy();
  });

  it('refuses a route without checkpoints in its place, and sends nothing', async () => {
    const world = await openScreen('/route/create');
    fireEvent.change(await screen.findByLabelText(/^Name/, { selector: 'input' }), { target: { value: 'Round' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(world.server.of('createRoute')).toEqual([]);
  });

  it('folds the schedules that it has, and opens one to be changed, or where something in it is wrong', async () => {
    const schedules = ['Early', 'Late'].map((name, index) => ({
      ...newSchedule(index + 1),
      name,
      unit_ids: index === 0 ? [9] : [],
    }));
    await openScreen('/route/7/edit', { answers: { getRoute: { ...route, schedules } } });
    const startsOf = (name: string): number =>
      within(screen.getByRole('group', { name: new RegExp(`^${name}`) })).queryAllByRole('radio').length;
    await screen.findByRole('button', { name: 'Change Early' });
    expect([startsOf('Early'), startsOf('Late')]).toEqual([0, 0]);
    fireEvent.click(screen.getByRole('button', { name: 'Change Early' }));
    expect(startsOf('Early')).toBeGreaterThan(0);
    fireEvent.change(screen.getAllByLabelText(/^Name/, { selector: 'input' })[0], {
      target: { value: 'Evening round' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(startsOf('Late')).toBeGreaterThan(0));
  });
});

it('hours of lanes begin with a full hour of the zone', async () => {
  const { hoursOf, ticksOf } = await import('./runs/runLook.ts');
  const from = Date.UTC(2026, 10, 24, 20, 30);
  const day = { from, to: from + 24 * HOUR };
  const hours = hoursOf([run(1, { start: toIso(from + 2.5 * HOUR), started_at: null, eta: null, end: null })], day);
  expect(hours).toEqual({ from: from + 2 * HOUR, to: from + 4 * HOUR });
  expect(ticksOf(hours)).toEqual([2, 3, 4].map((hour) => from + hour * HOUR));
  // Just after midnight the lanes begin with the day, unless a run began before it.
  const early = run(1, { start: toIso(from + 5 * MINUTE), started_at: null, eta: null, end: null });
  expect(hoursOf([early], day).from).toBe(from);
  expect(hoursOf([early, { ...early, start: toIso(from - HOUR) }], day).from).toBeLessThan(from - HOUR);
});

describe('schedules of all routes', () => {
  const schedule = (id: number, part: Partial<ListedSchedule>): ListedSchedule => ({
    ...newSchedule(id),
    schedule_id: id,
    account_id: 1 as AccountId,
    account_name: 'North',
    route_id: 7 as RouteId,
    route_name: 'Morning round',
    colour: 'blue',
    state: 'active',
    name: `Schedule ${id}`,
    ...part,
  });
  const open = () =>
    openScreen('/routes?view=schedules', {
      answers: {
        getScheduleList: {
          rows: [schedule(1, { labels: ['Dairy'] }), schedule(2, { enabled: false, state: 'paused', days: [6] })],
          total: 2,
        },
        updateScheduleStatus: { done: [2], refused: [] },
      },
    });
  const row = (name: string): Promise<HTMLElement> => screen.findByRole('row', { name: new RegExp(name) });

  it('are listed with their days, routes and groups', async () => {
    await open();
    const first = await row('Schedule 1');
    for (const text of [/Mon.*Fri/, 'Active', 'Dairy']) expect(within(first).getByText(text)).toBeTruthy();
    expect(within(first).getByRole('link', { name: 'Morning round' }).getAttribute('href')).toContain('/route/7/view');
    expect(within(await row('Schedule 2')).getByText('Paused')).toBeTruthy();
  });

  it('go on where they were paused, and the act is taken back', async () => {
    const { server, takeBack, notices } = await open();
    fireEvent.click(within(await row('Schedule 2')).getByRole('checkbox'));
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(server.of('updateScheduleStatus')).toEqual([{ schedule_ids: [2], status: 'active' }]));
    await waitFor(() => expect(notices()).toEqual(['1 schedule continued']));
    act(takeBack);
    await waitFor(() => expect(server.of('updateScheduleStatus')).toHaveLength(2));
  });
});
