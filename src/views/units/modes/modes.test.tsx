import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Permissions } from '../../../domain/access/index.ts';
import { DAY, HOUR, SECOND, toIso, type AccountId, type TripId, type UnitId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { DrivenTrip, UnitEvent } from '../../../domain/unitEvent/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW, refusal, type FakeAnswers } from '../../shared/testing/services.ts';
import { EventsPanel } from './EventsPanel.tsx';
import { ModeBar } from './ModeBar.tsx';
import { TripsPanel, type TripsPanelProps } from './TripsPanel.tsx';
import { VideosPanel } from './VideosPanel.tsx';

afterEach(cleanup);

const unit: UnitSummary = {
  unit_id: 7 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 7',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
};
const fleet = fakeFleet({ units: still(unitsState([unit])) });
const day = { from: WORLD_NOW - DAY, to: WORLD_NOW };
const interval = {
  choice: 'today',
  choices: ['today', 'yesterday'],
  choose: () => undefined,
  listed: day,
  asked: day,
} as const;
const scope = { unitIds: [], chosen: [], isFiltered: false, clear: () => undefined };

const trip: DrivenTrip = {
  trip_id: 3 as TripId,
  unit_id: 7 as UnitId,
  start: '2026-06-01T08:00:00Z',
  end: '2026-06-01T08:20:00Z',
  start_position: { latitude: 35.7, longitude: 51.4 },
  start_zones: [{ geofence_id: 4, name: 'Depot North' }],
  end_position: { latitude: 35.8, longitude: 51.3 },
  distance: 12_300,
  duration: 1_200,
  max_speed: 83,
  average_speed: 37,
  stops: [{ start: '2026-06-01T08:05:00Z', end: '2026-06-01T08:07:00Z' }],
  idle: 90,
  driver_key: 'A1B2',
  drivers: [],
  start_reason: { code: 'speed', values: { speed: 7, bound: 5 } },
  reason: 'parking',
  end_reason: { code: 'parking', values: { since: 0, seconds: 420, bound: 300 } },
  open: false,
};
const answers: FakeAnswers = {
  getTrips: { trips: [trip], truncated: false },
  getStops: {
    stops: [
      {
        unit_id: 7 as UnitId,
        kind: 'parking',
        start: '2026-06-01T08:20:00Z',
        end: '2026-06-01T08:40:00Z',
        position: { latitude: 35.8, longitude: 51.3 },
      },
    ],
    truncated: false,
  },
  getAddresses: ({ points = [] }) => ({ addresses: points.map(({ latitude }) => `Street ${latitude}`), pending: [] }),
};

/** The part of a map that lists draw on. */
function fakeMap() {
  const setSpots = vi.fn<FleetMap['setSpots']>();
  return { setSpots, map: { setSpots } };
}

const show = (view: ReactNode, part: { answers?: FakeAnswers; permissions?: Permissions; path?: string } = {}) =>
  renderScreen(<FleetContext value={fleet}>{view}</FleetContext>, {
    path: part.path ?? '/units/trips',
    session: { permissions: part.permissions ?? {} },
    answers: { ...answers, ...part.answers },
  });

describe('modes', () => {
  it('are links for those that one may open, which take the view along', async () => {
    await show(<ModeBar mode="trips" />, {
      permissions: { units: ['r', 'st', 'sa'] },
      path: '/units/trips?units=7&at=2026-06-01T08:00:00.000Z',
    });
    const links = within(screen.getByRole('navigation', { name: 'What is shown beside the map' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Units', null],
      ['Trips', 'page'],
      ['Activity', null],
    ]);
    expect(links[2].getAttribute('href')).toBe('/units/activity?units=7&at=2026-06-01T08%3A00%3A00.000Z');
  });

  it('without content are not offered, history is the map, and an address that was kept shows its own', async () => {
    const all = { units: ['r', 'st', 'se', 'ss', 'sv', 'sh', 'sa'] } as const;
    const names = () =>
      screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')]);
    await show(<ModeBar mode="history" />, { permissions: all, path: '/units/history' });
    const offered = ['Trips', 'Events', 'Place', 'Services', 'Activity'].map((name) => [name, null]);
    expect(names()).toEqual([['Units', 'page'], ...offered]);
    cleanup();
    await show(<ModeBar mode="videos" />, { permissions: all, path: '/units/videos' });
    expect(names()).toContainEqual(['Videos', 'page']);
  });
});

describe('trips', () => {
  const trips = (part: Partial<TripsPanelProps> = {}) => (
    <TripsPanel scope={scope} interval={interval} map={null} shownTrip={null} onShowTrip={() => undefined} {...part} />
  );

  it('are listed by day with where, how far, and what lay between', async () => {
    await show(trips());
    const line = await screen.findByRole('button', { name: /12\.3 km/ });
    await waitFor(() => expect(line.textContent).toContain('Street 35.7'));
    expect(line.textContent).toContain('Van 7');
    expect(line.textContent).toContain('Depot North');
    expect(line.textContent).toContain('Max. speed 83 km/h');
    expect(screen.getByRole('region', { name: '01/06/2026' }).textContent).toContain('1 trip, 12.3 km, 20 min');
    expect(screen.getByText(/^Parked/)).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Stops and gaps' }));
    expect(screen.queryByText(/^Parked/)).toBeNull();
  });

  it('are saved as routes by whoever may add these, from the trip that is chosen', async () => {
    function Chosen(): ReactNode {
      const [shownTrip, setShownTrip] = useState<TripsPanelProps['shownTrip']>(null);
      return trips({ shownTrip, onShowTrip: setShownTrip });
    }
    await show(<Chosen />, { permissions: { units: ['r', 'st', 'sh'], routes: ['r', 'a'] } });
    fireEvent.click(await screen.findByRole('button', { name: /12\.3 km/ }));
    const link = await screen.findByRole('link', { name: 'Save as route' });
    const query = new URLSearchParams({ unit_id: '7', from: trip.start, to: trip.end });
    expect(link.getAttribute('href')).toBe(`/route/create?${query.toString()}`);
    cleanup();
    await show(<Chosen />, { permissions: { units: ['r', 'st', 'sh'] } });
    fireEvent.click(await screen.findByRole('button', { name: /12\.3 km/ }));
    await screen.findByText(/Average/);
    expect(screen.queryByRole('link', { name: 'Save as route' })).toBeNull();
  });

  it('are written as CSV with their stops and with addresses', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:trips';
    });
    await show(trips());
    await screen.findByRole('button', { name: /12\.3 km/ });
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const [head, ...rows] = (await files[0].text()).trim().split('\r\n');
    expect(head).toContain('Unit,Kind,Start,End,Duration (s),From,To,Distance (km)');
    expect(rows).toEqual([
      expect.stringMatching(/^Van 7,Parked,.*,1200,Street 35\.8,,/),
      expect.stringMatching(
        /^Van 7,Trip,.*,1200,Street 35\.7,Street 35\.8,12\.300,37,83,90,A1B2,35\.700000,.*,Depot North,$/,
      ),
    ]);
  });

  it('show the town until a geocoder has found the address', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { server } = await show(trips(), {
        answers: {
          ...answers,
          getAddresses: ({ points = [] }) => ({
            addresses: points.map(() => 'Tehran'),
            pending: points.map((_, at) => at),
          }),
        },
      });
      const line = await screen.findByRole('button', { name: /12\.3 km/ });
      await waitFor(() => expect(line.textContent).toContain('Tehran'));
      server.answer('getAddresses', ({ points = [] }) => ({
        addresses: points.map(() => 'Azadi Street 5'),
        pending: [],
      }));
      await vi.advanceTimersByTimeAsync(4_000);
      await waitFor(() => expect(line.textContent).toContain('Azadi Street 5'));
      const asked = server.of('getAddresses').length;
      await vi.advanceTimersByTimeAsync(8_000);
      expect(server.of('getAddresses')).toHaveLength(asked);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are shown when chosen: the map gets both ends, the line says why it began and ended', async () => {
    const { map, setSpots } = fakeMap();
    const onShowTrip = vi.fn<TripsPanelProps['onShowTrip']>();
    const world = await show(trips({ map, onShowTrip }));
    fireEvent.click(await screen.findByRole('button', { name: /12\.3 km/ }));
    const shownTrip = onShowTrip.mock.calls[0]?.[0] ?? null;
    expect(shownTrip).toMatchObject({
      unitId: 7,
      interval: { from: Date.parse(trip.start), to: Date.parse(trip.end) },
      listed: day,
    });
    world.unmount();
    await show(trips({ map, shownTrip }));
    expect(await screen.findByText('Started: speed 7 km/h, threshold 5 km/h')).toBeTruthy();
    expect(screen.getByText(/stopped for 7 min, parking time 5 min/)).toBeTruthy();
    expect(screen.getByText('A1B2')).toBeTruthy();
    expect(setSpots.mock.lastCall?.[0].map(({ look }) => look)).toEqual(['start', 'end']);
  });

  it('say that there are none, and what went wrong, with another try', async () => {
    const { server } = await show(trips(), {
      answers: {
        getTrips: refusal(ERROR.network, 'The server cannot be reached.'),
        getStops: { stops: [], truncated: false },
      },
    });
    expect(await screen.findByText('The trips could not be loaded')).toBeTruthy();
    server.answer('getTrips', { trips: [], truncated: false });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No trips in this interval')).toBeTruthy();
  });
});

describe('events', () => {
  const alarm: UnitEvent = {
    unit_id: 7 as UnitId,
    kind: 'alarm',
    time: '2026-06-01T09:00:00Z',
    position: { latitude: 35.7, longitude: 51.4 },
    detail: 'sos',
    driver: 'Anna Becker',
    values: {},
  };

  it('bring time and map to them, from the list and from the map', async () => {
    const { map, setSpots } = fakeMap();
    const onSeek = vi.fn();
    await show(<EventsPanel scope={scope} interval={interval} map={map} onSeek={onSeek} />, {
      answers: { getEvents: { events: [alarm], truncated: false } },
    });
    const line = await screen.findByRole('button', { name: /Alarm.*Van 7/ });
    fireEvent.click(line);
    expect(onSeek).toHaveBeenLastCalledWith(Date.parse(alarm.time), alarm.position);
    expect(line.getAttribute('aria-pressed')).toBe('true');
    const [spots, pressed] = setSpots.mock.lastCall ?? [[]];
    expect(spots).toMatchObject([{ look: 'alarm', chosen: true }]);
    act(() => pressed?.(spots[0].id));
    expect(onSeek).toHaveBeenCalledTimes(2);
  });

  it('of chosen units come as they happen', async () => {
    const ofOne = { ...scope, unitIds: [7 as UnitId] };
    const { server } = await show(
      <EventsPanel scope={ofOne} interval={interval} map={null} onSeek={() => undefined} />,
      { answers: { getEvents: { events: [], truncated: false } } },
    );
    expect(await screen.findByText('No events in this interval')).toBeTruthy();
    server.answer('getEvents', { events: [alarm], truncated: false });
    act(() => server.change('visit'));
    expect(await screen.findByRole('button', { name: /Alarm/ })).toBeTruthy();
  });

  it('name who drove, in the list and in the file', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:events';
    });
    const parked: UnitEvent = { ...alarm, kind: 'parked', detail: '', driver: '' };
    await show(<EventsPanel scope={scope} interval={interval} map={null} onSeek={() => undefined} />, {
      answers: { getEvents: { events: [alarm, parked], truncated: false } },
    });
    expect((await screen.findByRole('button', { name: /Alarm/ })).textContent).toContain('Van 7 · Anna Becker · ');
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const [head, ...rows] = (await files[0].text())
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    const column = head.indexOf('Driver');
    expect(rows.map((row) => row[column]).toSorted()).toEqual(['', 'Anna Becker']);
  });

  it('are written with towns where nobody waits for a slow geocoder', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:events';
    });
    const slow = Promise.withResolvers<{ addresses: string[]; pending: number[] }>();
    const other: UnitEvent = { ...alarm, position: { latitude: 35.8, longitude: 51.4 } };
    await show(<EventsPanel scope={scope} interval={interval} map={null} onSeek={() => undefined} />, {
      answers: {
        getEvents: { events: [alarm, other], truncated: false },
        getAddresses: ({ points = [] }) =>
          points.length === 1 ? slow.promise : { addresses: ['Street 1', 'Tehran'], pending: [1] },
      },
    });
    await screen.findAllByRole('button', { name: /Alarm/ });
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save with towns' }));
    slow.resolve({ addresses: ['Tehran'], pending: [0] });
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0].text()).toMatch(/Street 1[^]*Tehran/);
  });

  it('say that they are not available, and whom to ask', async () => {
    await show(<EventsPanel scope={scope} interval={interval} map={null} onSeek={() => undefined} />, {
      answers: { getEvents: refusal(ERROR.network, 'The server cannot be reached.') },
    });
    expect(await screen.findByText('Events not available. Please contact support if this continues.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('are listed where the ruler reaches, though more was asked for: pressing another would move the ruler', async () => {
    const at = Date.parse(alarm.time);
    const beyond: UnitEvent = { ...alarm, time: toIso(at + SECOND), detail: 'tow' };
    const about = { ...interval, listed: { from: at - HOUR, to: at } };
    const answers = { getEvents: { events: [beyond, alarm], truncated: false } };
    const world = await show(<EventsPanel scope={scope} interval={about} map={null} onSeek={() => undefined} />, {
      answers,
    });
    expect(await screen.findByRole('button', { name: /Alarm.*sos/ })).toBeTruthy();
    expect(screen.queryByText('tow')).toBeNull();
    world.unmount();
    await show(
      <EventsPanel
        scope={scope}
        interval={{ ...about, listed: { from: at - HOUR, to: at - SECOND } }}
        map={null}
        onSeek={() => undefined}
      />,
      { answers },
    );
    expect(await screen.findByText('No events in this interval')).toBeTruthy();
  });

  it('stay while those of another interval are asked for', async () => {
    const later = { from: day.to, to: day.to + DAY };
    function Moved(): ReactNode {
      const [about, setAbout] = useState(day);
      return (
        <>
          <button type="button" onClick={() => setAbout(later)}>
            Later
          </button>
          <EventsPanel
            scope={scope}
            interval={{ ...interval, listed: about, asked: about }}
            map={null}
            onSeek={() => undefined}
          />
        </>
      );
    }
    await show(<Moved />, {
      answers: { getEvents: ({ from }) => ({ events: from === toIso(day.from) ? [alarm] : [], truncated: false }) },
    });
    await screen.findByRole('button', { name: /Alarm/ });
    fireEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.getByRole('button', { name: /Alarm/ })).toBeTruthy();
    expect(await screen.findByText('No events in this interval')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Alarm/ })).toBeNull();
  });

  it('stand in one line each, and more are asked for where there are more', async () => {
    const many = Array.from({ length: 90 }, (_, index) => ({
      ...alarm,
      time: toIso(WORLD_NOW - HOUR - index * SECOND),
    }));
    const { server } = await show(
      <EventsPanel
        scope={{ ...scope, unitIds: [7], chosen: [7] }}
        interval={interval}
        map={null}
        onSeek={() => undefined}
      />,
      { answers: { getEvents: { events: many, truncated: true } } },
    );
    expect(await screen.findAllByRole('button', { name: /Alarm/ })).toHaveLength(80);
    expect(screen.queryByText(/Too many results/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /Alarm/ })).toHaveLength(90));
    await waitFor(() => expect(server.of('getEvents').at(-1)).toMatchObject({ limit: 1_000 }));
  });

  it('are asked for by kind', async () => {
    const { server } = await show(
      <EventsPanel
        scope={{ ...scope, unitIds: [7], chosen: [7] }}
        interval={interval}
        map={null}
        onSeek={() => undefined}
      />,
      { answers: { getEvents: { events: [], truncated: false } } },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'All kinds' }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Refill' }));
    await waitFor(() => expect(server.of('getEvents').at(-1)).toMatchObject({ unit_ids: [7], kinds: ['fuelRefill'] }));
    expect(await screen.findByText('No events in this interval')).toBeTruthy();
  });
});

describe('videos', () => {
  it('say that no device of the unit has a camera', async () => {
    await show(<VideosPanel unitId={7} unitName="Van 7" />, {
      answers: {
        getUnit: {
          ...unit,
          location: null,
          attached_to: null,
          time_zone: 'UTC',
          devices: [],
          allocation: null,
          created_at: '2026-01-01T00:00:00Z',
        },
      },
    });
    expect(await screen.findByText(/No device of Van 7 has a camera/)).toBeTruthy();
  });
});
