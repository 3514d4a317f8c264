import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Attention } from '../../api/contract/index.ts';
import type { Permissions } from '../../domain/access/index.ts';
import { EMPTY_SUMMARY } from '../../streams/pipeline/index.ts';
import { FleetContext, type FleetServices } from '../shared/services/fleet.ts';
import { changing, fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import DashboardScreen from './DashboardScreen.tsx';

afterEach(cleanup);

const WELL: Attention = {
  openAlarms: 0,
  firing: 0,
  alarm: 0,
  lowBattery: 0,
  unclaimed: 0,
  openIngest: null,
  setAside: null,
  servicesDue: 0,
  servicesOverdue: 0,
  invitations: 0,
  failedJobs: 0,
};
const COUNTS = { units: 3, devices: 3, users: 2, accounts: 0, pending_invitations: 0 };
const OWNER: Permissions = {
  widgets: ['r', 'dash'],
  service_reminders: ['r'],
  units: ['r', 'a'],
  alert: ['r'],
  devices: ['m', 'a'],
};
const unit = { unit_id: 7, name: 'Van 7' } as never;

async function show(attention: Attention, parts: Partial<FleetServices> = {}, permissions: Permissions = OWNER) {
  const fleet = fakeFleet({ units: still(unitsState([unit, unit, unit])), ...parts });
  const world = await renderScreen(
    <FleetContext value={fleet}>
      <DashboardScreen />
    </FleetContext>,
    {
      path: '/dashboard',
      session: { permissions },
      answers: { getAttention: () => attention, dashboardDetails: () => COUNTS },
    },
  );
  await act(async () => undefined);
  return world;
}
const lines = () =>
  within(screen.getByRole('region', { name: 'Needs attention' }))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the dashboard', () => {
  it('says that all is well where nothing needs a person', async () => {
    await show(WELL);
    expect(await screen.findByText('All is well')).toBeTruthy();
    expect(screen.getByText('3 units, and all of them report normally.')).toBeTruthy();
    expect(lines()).toEqual([]);
  });

  it('counts what needs a person, the gravest first, each with the way to its list', async () => {
    await show(
      {
        openAlarms: 5,
        firing: 2,
        alarm: 1,
        lowBattery: 1200,
        unclaimed: 1,
        openIngest: 1,
        setAside: 2,
        servicesDue: 6,
        servicesOverdue: 1,
        invitations: 1,
        failedJobs: 3,
      },
      { summary: still({ ...EMPTY_SUMMARY, stale: 4, noFix: 1, idlingLong: 2, total: 9 }) },
    );
    await screen.findByText('ongoing events');
    expect(lines()).toEqual([
      ['5open alarms', '/alarms?state=open'],
      ['2ongoing events', '/event-list?state=lasting&from=any'],
      ['1unit with an alarm in the last 24 hours', '/units/list?attention=alarm'],
      ['1open door: anyone can send positions (TRACCAR_WITHOUT_KEY)', '/devices'],
      ['2damaged stored records set aside: their positions are missing (npm run admin -- check)', '/units/list'],
      ['1unit without a valid fix', '/units/list?state=noFix%2CneverReported'],
      ['4units without recent data', '/units/list?state=stale'],
      ['1overdue maintenance', '/maintenance-reminders-list?state=overdue'],
      ['6maintenance due', '/maintenance-reminders-list?state=due'],
      ['2units idling too long', '/units/list?state=idlingLong'],
      ['1,200units with a low battery', '/units/list?attention=lowBattery'],
      ['3background jobs failed in the last 24 hours', '/jobs'],
      ['1tracker waiting to be registered', '/devices'],
      ['1invitation waiting for your answer', '/user-invitations'],
    ]);
    expect(screen.queryByText('All is well')).toBeNull();
  });

  it('follows the feed, and shows nothing that the person may not open', async () => {
    const summary = changing(EMPTY_SUMMARY);
    await show({ ...WELL, firing: 5 }, { summary }, { widgets: ['r', 'dash'], units: ['r'] });
    await screen.findByText('All is well');
    act(() => summary.set({ ...EMPTY_SUMMARY, stale: 1 }));
    expect(lines()).toEqual([['1unit without recent data', '/units/list?state=stale']]);
  });

  it('claims nothing before the fleet is known, and leads to the first unit where there is none', async () => {
    await show(WELL, { presence: still({ state: 'connecting' }) });
    expect(screen.queryByText('All is well')).toBeNull();
    cleanup();
    await show(WELL, { units: still(unitsState([])) });
    expect(await screen.findByRole('link', { name: 'New unit' })).toBeTruthy();
  });
});
