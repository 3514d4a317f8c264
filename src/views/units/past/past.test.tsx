import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { VisitMessage } from '../../../api/contract/index.ts';
import { HOUR, MINUTE, toIso, type AccountId, type UnitId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import type { Presence } from '../../../streams/types.ts';
import { FleetContext, type FleetServices } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { refusal, WORLD_NOW } from '../../shared/testing/services.ts';
import { PlacePanel } from './PlacePanel.tsx';
import { askedSpan, readPlaceQuestion, shapeInSight, writePlaceQuestion } from './placeQuestion.ts';
import { orderVisits, visitsByUnit } from './visitLines.ts';

afterEach(cleanup);

const CIRCLE: Shape = { type: 'circle', center: [24.7, 59.4], radius: 500 };
const unit = (id: number, name: string): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
});
const visit = (id: number, ago: number, more: Partial<Visit> = {}): Visit => ({
  unit_id: id as UnitId,
  entered_at: toIso(WORLD_NOW - ago),
  left_at: toIso(WORLD_NOW - ago + 10 * MINUTE),
  entered_before: false,
  last_at: toIso(WORLD_NOW - ago + 10 * MINUTE),
  duration: 600,
  distance: 1_200,
  max_speed: 50,
  mean_speed: 7.2,
  longest_gap: 60,
  fixes: 12,
  ...more,
});

/** A stream that a test says the messages of. */
function byHand() {
  const said: VisitMessage[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  return {
    say: (...messages: VisitMessage[]) => (said.push(...messages), wake()),
    end: () => ((isOver = true), wake()),
    async *stream(): AsyncGenerator<VisitMessage> {
      for (;;) {
        const next = said.shift();
        if (next) yield next;
        else if (isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function fakeMap() {
  let taken: ((longitude: number, latitude: number) => void) | null = null;
  let drawn: Parameters<FleetMap['draw']>[0] | null = null;
  const setOutline = vi.fn<FleetMap['setOutline']>();
  const start = vi.fn<(tool: string) => void>();
  const map = {
    setOutline,
    fit: () => true,
    askPoint: (next: typeof taken) => void (taken = next),
    draw: (options: Parameters<FleetMap['draw']>[0]) => {
      drawn = options;
      return { start, close: () => void (drawn = null) };
    },
    bounds: () => ({ west: 24, south: 59, east: 25, north: 60 }),
  };
  return {
    map: map as never as FleetMap,
    setOutline,
    press: (longitude: number, latitude: number) => taken?.(longitude, latitude),
    isAsking: () => taken !== null,
    drawing: () => drawn,
    start,
  };
}

async function show(openVisits: FleetServices['openVisits'], path = '/units/place', presence?: Presence) {
  const map = fakeMap();
  const onVisit = vi.fn<(visit: Visit) => void>();
  const fleet = fakeFleet({
    units: still(unitsState([unit(7, 'Van 7'), unit(8, 'Truck 8')])),
    openVisits,
    ...(presence && { presence: still(presence) }),
  });
  const scope = { unitIds: [], chosen: [], isFiltered: false, clear: () => undefined };
  const world = await renderScreen(
    <FleetContext value={fleet}>
      <PlacePanel scope={scope} map={map.map} onVisit={onVisit} />
    </FleetContext>,
    { path, session: { permissions: { units: ['r', 'sh'] } }, answers: {} },
  );
  return { ...world, onVisit, map };
}

const linked = `/units/place?${writePlaceQuestion(new URLSearchParams(), { shape: CIRCLE, from: '', to: '' }).toString()}`;

describe('a search by place', () => {
  it('asks about a point that is pressed, lists what is found as it comes, and plays what is chosen', async () => {
    const { say, stream } = byHand();
    const open = vi.fn<FleetServices['openVisits']>(async () => ({ ok: true, value: stream() }));
    const { map, onVisit } = await show(open);
    expect(screen.getByText(/Who was here\?/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Search' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Point on the map' }));
    await waitFor(() => expect(map.isAsking()).toBe(true));
    await act(async () => map.press(24.7, 59.4));
    expect(open.mock.calls[0][0]).toMatchObject({ unitIds: null, shape: CIRCLE });
    expect(map.isAsking()).toBe(false);
    await act(async () => say({ type: 'progress', done: 1, total: 2 }, { type: 'visits', visits: [visit(7, HOUR)] }));
    expect(await screen.findByText('1 of 2 units searched')).toBeTruthy();
    const line = screen.getByRole('button', { name: /Van 7/ });
    await act(async () =>
      say(
        { type: 'visits', visits: [visit(8, 2 * HOUR, { max_speed: 90 })] },
        { type: 'end', truncated: false, done: 2, total: 2 },
      ),
    );
    expect(await screen.findByText('2 visits, units: 2')).toBeTruthy();
    fireEvent.click(line);
    expect(onVisit).toHaveBeenCalledWith(visit(7, HOUR));
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'fastest' } });
    const names = within(screen.getByRole('list', { name: 'Visits' })).getAllByRole('button');
    expect(names[0].textContent).toContain('Truck 8');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Group by unit' }));
    expect(screen.getByRole('region', { name: 'Truck 8' }).textContent).toContain('1 visit');
  });

  it('asks about a shape that is drawn, and lets one be drawn again that cannot be searched', async () => {
    const open = vi.fn<FleetServices['openVisits']>(async () => ({
      ok: true,
      value: onlyEnd({ truncated: false, done: 2 }),
    }));
    const { map } = await show(open);
    fireEvent.click(screen.getByRole('button', { name: 'Polygon' }));
    await waitFor(() => expect(map.start).toHaveBeenLastCalledWith('polygon'));
    const bow = [
      [24.7, 59.4],
      [24.8, 59.5],
      [24.8, 59.4],
      [24.7, 59.5],
    ] as const;
    await act(async () => map.drawing()?.onDrawn({ type: 'polygon', coordinates: [bow] }));
    expect(map.start).toHaveBeenCalledTimes(2);
    expect(open).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel drawing' }));
    await waitFor(() => expect(map.drawing()).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Corridor' }));
    fireEvent.change(await screen.findByLabelText('Width'), { target: { value: '300' } });
    await act(async () => map.drawing()?.onDrawn({ type: 'corridor', width: 1, coordinates: [bow[0], bow[1]] }));
    await waitFor(() => expect(open).toHaveBeenCalledTimes(1));
    expect(open.mock.calls[0][0].shape).toMatchObject({ type: 'corridor', width: 300 });
    expect(map.drawing()).toBeNull();
  });

  it('goes from a time of day that is typed, and shows its fields again when it is to be changed', async () => {
    const found: VisitMessage[] = [
      { type: 'visits', visits: [visit(7, HOUR)] },
      { type: 'end', truncated: false, done: 2, total: 2 },
    ];
    const open = vi.fn<FleetServices['openVisits']>(async () => ({ ok: true, value: messages(found) }));
    await show(open, `${linked}&since=2026-05-30T08:30`);
    expect(await screen.findByText('1 visit, units: 1')).toBeTruthy();
    expect(open.mock.calls[0][0].interval.from).toBe(Date.UTC(2026, 4, 30, 8, 30));
    expect(screen.queryByLabelText('Radius')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    const clock = screen.getAllByRole('group', { name: 'From, time' })[0];
    expect(
      within(clock)
        .getAllByRole('spinbutton')
        .map((part) => part.textContent),
    ).toEqual(['08', '30']);
    fireEvent.keyDown(within(clock).getAllByRole('spinbutton')[0], { key: 'ArrowUp' });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(open).toHaveBeenCalledTimes(2));
    expect(open.mock.calls[1][0].interval.from).toBe(Date.UTC(2026, 4, 30, 9, 30));
    await waitFor(() => expect(screen.queryByLabelText('Radius')).toBeNull());
  });

  it('cannot be asked while the connection is lost, and says so', async () => {
    const presence = { state: 'stale', since: WORLD_NOW, retryAt: null } as const;
    await show(async () => ({ ok: true, value: onlyEnd({ truncated: false, done: 2 }) }), linked, presence);
    expect(await screen.findByText(/connection is lost/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Search' }).hasAttribute('disabled')).toBe(true);
  });

  it('runs from its address, shows the shape, and can be cancelled, which ends the connection', async () => {
    const { stream } = byHand();
    let signal: AbortSignal | null = null;
    const { map } = await show(async (_, given) => {
      signal = given;
      return { ok: true, value: stream() };
    }, linked);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Cancelled after/)).toBeTruthy();
    expect((signal as AbortSignal | null)?.aborted).toBe(true);
    expect(map.setOutline.mock.calls[0][0]).toMatchObject({ type: 'circle' });
  });

  it('says what went wrong, what was cut, and that nobody was there', async () => {
    const { say, end, stream } = byHand();
    const answers = [
      async () => ({ ok: false as const, ...refusal(ERROR.network, 'The server cannot be reached.') }),
      async () => ({ ok: true as const, value: stream() }),
      async () => ({ ok: true as const, value: onlyEnd({ truncated: true, done: 1 }) }),
      async () => ({ ok: true as const, value: onlyEnd({ truncated: false, done: 2 }) }),
    ];
    await show(() => (answers.shift() ?? answers[0])(), linked);
    expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => (say({ type: 'progress', done: 1, total: 2 }), end()));
    expect(await screen.findByText(/broke before the search ended/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText(/only 1 of 2 units were searched/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('No one was here')).toBeTruthy();
  });
});

async function* messages(all: readonly VisitMessage[]): AsyncGenerator<VisitMessage> {
  yield* all;
}

async function* onlyEnd(more: { truncated: boolean; done: number }): AsyncGenerator<VisitMessage> {
  yield { type: 'end', total: 2, ...more };
}

describe('the question of a search by place', () => {
  it('is kept in the address, and what is no shape is ignored', () => {
    const question = { shape: CIRCLE, from: '2026-03-01', to: '' };
    expect(readPlaceQuestion(writePlaceQuestion(new URLSearchParams('units=7'), question))).toEqual(question);
    for (const area of [
      '',
      'circle',
      '{"type":"circle","center":[1,2],"radius":1}',
      '{"type":"polygon","coordinates":[]}',
    ])
      expect(readPlaceQuestion(new URLSearchParams({ area })).shape).toBeNull();
  });

  it('is about thirty days up to now, or those that are named, a year at most', () => {
    const now = Date.UTC(2026, 5, 15, 12);
    expect(askedSpan({ from: '', to: '' }, now, 'UTC')?.interval).toEqual({ from: Date.UTC(2026, 4, 17), to: now });
    expect(askedSpan({ from: '2026-06-01', to: '2026-06-02' }, now, 'UTC')?.interval).toEqual({
      from: Date.UTC(2026, 5, 1),
      to: Date.UTC(2026, 5, 3),
    });
    expect(askedSpan({ from: '2026-06-01T08:30', to: '2026-06-01T09:00' }, now, 'UTC')?.interval).toEqual({
      from: Date.UTC(2026, 5, 1, 8, 30),
      to: Date.UTC(2026, 5, 1, 9),
    });
    expect(askedSpan({ from: '2026-06-20', to: '' }, now, 'UTC')).toBeNull();
    expect(askedSpan({ from: '2026-06-01T09:00', to: '2026-06-01T08:30' }, now, 'UTC')).toBeNull();
    expect(askedSpan({ from: '2024-06-20', to: '' }, now, 'UTC')?.isTooLong).toBe(true);
  });

  it('may be what a map has in sight, where that is no half of the globe', () => {
    expect(shapeInSight({ west: 24, south: 59, east: 25, north: 60 })?.type).toBe('polygon');
    expect(shapeInSight({ west: -180, south: -60, east: 180, north: 80 })).toBeNull();
  });
});

describe('what was found', () => {
  it('is ordered and grouped', () => {
    const visits = [visit(7, HOUR), visit(8, 2 * HOUR, { duration: 900 }), visit(7, 3 * HOUR, { max_speed: 80 })];
    expect(orderVisits(visits, 'oldest').map(({ unit_id }) => unit_id)).toEqual([7, 8, 7]);
    expect(orderVisits(visits, 'longest')[0].unit_id).toBe(8);
    expect(visitsByUnit(orderVisits(visits, 'newest'))).toMatchObject([
      { unitId: 7, duration: 1_200, fastest: 80 },
      { unitId: 8, duration: 900 },
    ]);
  });
});
