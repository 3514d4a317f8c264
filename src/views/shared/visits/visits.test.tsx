import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HOUR, MINUTE, toIso, type UnitId } from '../../../domain/base/index.ts';
import type { ZoneVisit } from '../../../domain/unitEvent/index.ts';
import { FleetContext } from '../services/fleet.ts';
import { fakeFleet } from '../testing/fleet.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { WORLD_NOW } from '../testing/services.ts';
import { VisitsPanel } from './VisitsPanel.tsx';
import { ZonesNow } from './ZonesNow.tsx';

afterEach(cleanup);

const SEES = { geofences: ['r'], units: ['r', 'se'] } as const;
const over: ZoneVisit = {
  unit_id: 7 as UnitId,
  geofence_id: 4,
  geofence_name: 'Depot North',
  entered_at: toIso(WORLD_NOW - 3 * HOUR),
  left_at: toIso(WORLD_NOW - 2 * HOUR),
  entry_seen: true,
  entry_position: { latitude: 35.7, longitude: 51.4 },
  exit_position: { latitude: 35.7, longitude: 51.4 },
  passed_through: false,
  duration: 3_600,
  distance: 1_200,
  max_speed: 31,
  average_speed: 1.2,
};
const lasting: ZoneVisit = {
  ...over,
  entered_at: toIso(WORLD_NOW - 25 * MINUTE),
  left_at: null,
  exit_position: null,
  duration: null,
  distance: null,
  max_speed: null,
  average_speed: null,
};
const answers = { getGeofenceVisits: { visits: [lasting, over], truncated: false } };

it('lists who visited, the latest first, with who is inside and for how long', async () => {
  await renderScreen(
    <FleetContext value={fakeFleet()}>
      <VisitsPanel of={{ unit: 7 }} />
    </FleetContext>,
    { answers, session: { permissions: SEES } },
  );
  const table = await screen.findByRole('table', { name: 'Visits' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first.textContent).toContain('Depot North');
  expect(first.textContent).toContain('Inside now');
  expect(first.textContent).toContain('25 min');
  expect(second.textContent).toContain('1.2 km');
  expect(second.textContent).toContain('31 km/h');
  expect(screen.getByText('1 inside now')).toBeTruthy();
});

it('says how far back the visits of a new geofence go, where more is asked for', async () => {
  const show = (path: string) =>
    renderScreen(
      <FleetContext value={fakeFleet()}>
        <VisitsPanel of={{ geofence: 4 }} />
      </FleetContext>,
      { answers, path, session: { permissions: SEES } },
    );
  await show('/geofence/4/view');
  await screen.findByRole('table', { name: 'Visits' });
  expect(screen.queryByText(/search by place/)).toBeNull();
  cleanup();
  await show('/geofence/4/view?from=any');
  expect(await screen.findByText(/go back 92 days. Use search by place/)).toBeTruthy();
});

it('says in which geofences a unit is at the instant, and since when', async () => {
  const { container } = await renderScreen(
    <dl>
      <ZonesNow unitId={7} instant={WORLD_NOW} />
    </dl>,
    { answers, session: { permissions: SEES } },
  );
  const link = await screen.findByRole('link', { name: 'Depot North' });
  expect(link.getAttribute('href')).toContain('/geofence/4/view');
  expect(container.textContent).toContain('since');
});

it('shows nothing to who may not see geofences, and asks for nothing', async () => {
  const { container } = await renderScreen(
    <FleetContext value={fakeFleet()}>
      <VisitsPanel of={{ unit: 7 }} />
    </FleetContext>,
    { answers: {}, session: { permissions: { units: ['r', 'se'] } } },
  );
  expect(container.textContent).toBe('');
});
