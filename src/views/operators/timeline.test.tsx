import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HOUR, MINUTE, toIso, type OperatorId, type TripId, type UnitId } from '../../domain/base/index.ts';
import type { Operator, OperatorTimeline } from '../../domain/operator/index.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import { WORLD_NOW } from '../shared/testing/services.ts';
import { dutyDays } from './dutyDays.ts';
import { OperatorTimelinePanel } from './OperatorTimelinePanel.tsx';

afterEach(cleanup);

const operator = { operator_id: 5 as OperatorId, name: 'Sara Moradi' } as Operator;
const drive = {
  unit_id: 7 as UnitId,
  unit_name: 'Volvo FH 12',
  trip_id: 1 as TripId,
  start: toIso(WORLD_NOW - 3 * HOUR),
  end: toIso(WORLD_NOW - 2 * HOUR),
  open: false,
  partial: true,
  distance: 41_000,
  driving: 3_300,
  start_position: { latitude: 35.7, longitude: 51.4 },
};
const timeline: OperatorTimeline = {
  operator_id: operator.operator_id,
  drives: [drive],
  rests: [{ start: drive.end, end: null }],
  driving: 3_300,
  longest_driving: 3_300,
  truncated: false,
};
const SEES = { operator: ['r'], units: ['r', 'st'] } as const;

it('lists drives and rests by day, with driving time; a drive opens the trip on the timeline', async () => {
  await renderScreen(<OperatorTimelinePanel operator={operator} />, {
    answers: { getOperatorTimeline: timeline },
    session: { permissions: SEES },
  });
  const table = await screen.findByRole('table', { name: 'Timeline' });
  const row = within(table).getByRole('link', { name: 'Volvo FH 12' }).closest('tr');
  expect(row?.textContent).toContain('part of the trip');
  expect(row?.textContent).toContain('55 min');
  expect(row?.textContent).toContain('41.0 km');
  const [, moment] = within(row as HTMLElement).getAllByRole('link');
  const { pathname, searchParams } = new URL(moment.getAttribute('href') ?? '', 'https://example.org');
  expect(pathname).toMatch(/\/units\/trips$/);
  expect(searchParams.get('units')).toBe('7');
  expect(searchParams.get('at')).toBe(drive.start);
  expect(screen.getByText(/Not driving for 2 hr/)).toBeTruthy();
});

it('says where nothing was driven', async () => {
  await renderScreen(<OperatorTimelinePanel operator={operator} />, {
    answers: { getOperatorTimeline: { ...timeline, drives: [], rests: [] } },
    session: { permissions: SEES },
  });
  expect(await screen.findByText('No trips in these days')).toBeTruthy();
});

it('is not there for those who may not see trips', async () => {
  const { container } = await renderScreen(<OperatorTimelinePanel operator={operator} />, {
    session: { permissions: { operator: ['r'], units: ['r'] } },
  });
  expect(container.textContent).not.toContain('Timeline');
});

it('puts a drive on the day of its beginning, and a rest on the day of its end', () => {
  const midnight = Math.floor(WORLD_NOW / (24 * HOUR)) * 24 * HOUR;
  const late = { ...drive, start: toIso(midnight - HOUR), end: toIso(midnight + HOUR) };
  const early = { ...drive, start: toIso(midnight + 9 * HOUR), end: toIso(midnight + 10 * HOUR) };
  const rests = [{ start: late.end, end: early.start }];
  const days = dutyDays({ ...timeline, drives: [late, early], rests }, 'UTC', WORLD_NOW + MINUTE);
  expect(days.map(({ lines, trips }) => [lines.map(({ kind }) => kind), trips])).toEqual([
    [['drive', 'rest'], 1],
    [['drive'], 1],
  ]);
});
