import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Permissions } from '../../../domain/access/index.ts';
import type { Account } from '../../../domain/account/index.ts';
import type { AccountId, AllocationId, DeviceId, SensorId, UnitId } from '../../../domain/base/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, keepWatched, still } from '../../shared/testing/fleet.ts';
import { renderScreen, type ScreenWorldOptions } from '../../shared/testing/screenWorld.tsx';
import { refusal } from '../../shared/testing/services.ts';
import UnitEditScreen from '../edit/UnitEditScreen.tsx';
import UnitViewScreen from './UnitViewScreen.tsx';

afterEach(cleanup);

const unit: UnitDetails = {
  unit_id: 9 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  kind: 'van',
  status: 'active',
  labels: ['cold'],
  identifiers: ['35'],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
  attached_to: null,
  time_zone: 'UTC',
  allocation: null,
  created_at: '2026-05-01T00:00:00Z',
  devices: [
    {
      device_id: 4 as DeviceId,
      name: 'Tracker one',
      device_model: 'FMB920',
      unique_identifier: '35',
      status: 'ACTIVE',
      settings: { trip_detector: null, fuel: null, filters: null },
      sensors: [
        {
          sensor_id: 1 as SensorId,
          device_id: 4 as DeviceId,
          type: 'fuel_level',
          name: 'Tank',
          description: '',
          parameter: 'fuel_level',
          field: 'tank',
          visible: true,
          data_type: 'number',
          multiplier: 1,
          minimum: null,
          maximum: null,
          table: {
            kind: 'xy',
            points: [
              { x: 0, y: 0 },
              { x: 100, y: 400 },
            ],
          },
        },
        {
          sensor_id: 2 as SensorId,
          device_id: 4 as DeviceId,
          type: 'temperature',
          name: 'Hold',
          description: '',
          parameter: 'temperature_1',
          field: 'hold',
          visible: true,
          data_type: 'number',
          multiplier: 1,
          minimum: null,
          maximum: null,
          table: { kind: 'none' },
        },
      ],
    },
    {
      device_id: 5 as DeviceId,
      name: 'Camera',
      device_model: 'JT808',
      unique_identifier: '36',
      status: 'ACTIVE',
      settings: { trip_detector: null, fuel: null, filters: null },
      sensors: [],
    },
  ],
};
/** The same held by the account in use for a span. */
const allocated: UnitDetails = {
  ...unit,
  account_id: 7 as AccountId,
  account_name: 'South',
  allocated_to: {
    account_id: 1 as AccountId,
    account_name: 'North',
    start_date: '2026-06-01T11:00:00Z',
    end_date: null,
  },
};
const report: Position = {
  unit_id: 9,
  time: '2026-06-01T11:59:58Z',
  received_at: '2026-06-01T11:59:59Z',
  latitude: 48.1,
  longitude: 11.5,
  speed: 0,
  course: 0,
  altitude: 0,
  satellites: 9,
  valid: true,
  protocol: 'teltonika',
  attributes: { fuel_level: 25 },
};
const ALL: Permissions = { units: ['r', 'u', 'd', 'sh', 'sa'], devices: ['r', 'u'], account_units: ['r', 'a', 'u'] };

function show({
  permissions = ALL,
  positions = [],
  ...options
}: ScreenWorldOptions & { permissions?: Permissions; positions?: Position[] } = {}) {
  const watched: (readonly number[])[] = [];
  const fleet = fakeFleet({
    details: still(new Map(positions.map((each) => [each.unit_id, each]))),
    watch: keepWatched(watched),
  });
  const account: Account = {
    account_id: 1 as AccountId,
    parent_id: null,
    name: 'North',
    type: 'CONSUMER',
    status: 'active',
    restrict_sub_accounts: false,
  };
  const rendered = renderScreen(
    <FleetContext value={fleet}>
      <UnitViewScreen />
    </FleetContext>,
    {
      path: '/unit/9/view',
      parameters: { id: '9' },
      session: { permissions, account },
      ...options,
      answers: {
        getUnit: unit,
        getUnitAllocations: { rows: [], total: 0 },
        getUnitActivity: { rows: [], total: 0 },
        ...options.answers,
      },
    },
  );
  return { rendered, watched };
}

describe('a unit', () => {
  it('shows what its sensors make of the latest report, and why one says nothing', async () => {
    const { watched } = show({ positions: [report] });
    const table = await screen.findByRole('table', { name: 'Sensors' });
    const [, tank, hold] = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(tank).toContain('25');
    expect(tank).toContain('100 l');
    expect(hold).toContain('The report does not contain it');
    await waitFor(() => expect(watched).toContainEqual([9]));
  });

  it('shows what held from reports before with the time at which it was said', async () => {
    show({ positions: [{ ...report, kept: { temperature_1: { value: -4, time: '2026-06-01T11:40:30Z' } } }] });
    const table = await screen.findByRole('table', { name: 'Sensors' });
    const [, tank, hold] = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(hold).toMatch(/-4.*As of .*40:30/);
    expect(tank).not.toContain('As of');
  });

  it('is named to the shell, and its form leads to its page', async () => {
    const page = await show().rendered;
    await waitFor(() => expect(page.named()).toEqual({ name: 'Van 1' }));
    cleanup();
    const form = await renderScreen(
      <FleetContext value={fakeFleet()}>
        <UnitEditScreen />
      </FleetContext>,
      { path: '/unit/9/edit', parameters: { id: '9' }, session: { permissions: ALL }, answers: { getUnit: unit } },
    );
    await waitFor(() => expect(form.named()).toEqual({ name: 'Van 1', page: '/unit/9/view' }));
  });

  it('says that it has no position where the map is asked for', async () => {
    const { rendered } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show on map' }));
    expect((await rendered).notices()).toEqual(['Van 1 unit do not have position co-ordinates']);
  });

  it('shows its devices to those who may not open them, and offers nothing that they may not do', async () => {
    show({ permissions: { units: ['r'] } });
    await screen.findByText('Tracker one');
    expect(screen.queryByRole('link', { name: 'Tracker one' })).toBeNull();
    for (const name of [/^Delete/, /^Allocate/, /^Status/]) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Allocation' })).toBeNull();
  });

  it('is not changed by the account that only holds it', async () => {
    show({ answers: { getUnit: allocated } });
    expect(await screen.findByText('Belongs to South and is allocated to your account.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Allocate' })).toBeNull();
  });

  it("that became the account's a while ago says that nothing came since, and not that it never reported", async () => {
    show({ answers: { getUnit: allocated } });
    expect(await screen.findByText(/Nothing since .+, when it was allocated to you\./)).toBeTruthy();
    expect(screen.getByText(/What it reported before that belongs to South\./)).toBeTruthy();
    expect(screen.getByText('Nothing yet')).toBeTruthy();
    expect(screen.queryByText(/[Nn]ever reported/)).toBeNull();
  });

  it('whose span ended while it was looked at shows nothing any more, and says since when', async () => {
    const { rendered } = show({ answers: { getUnit: allocated } });
    expect(await screen.findByText('Belongs to South and is allocated to your account.')).toBeTruthy();
    const { server } = await rendered;
    server.answer('getUnit', refusal(ERROR.notFound, 'There is no such unit.'));
    act(() => server.change('unit'));
    expect(
      await screen.findByText(/^Van 1 is no longer available: its allocation to North ended on .+2026/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the units' }).getAttribute('href')).toBe('/units/list');
    expect(screen.queryByRole('heading', { name: 'Van 1' })).toBeNull();
    expect(screen.queryByRole('table', { name: 'Sensors' })).toBeNull();
    // What its owner gives back is there again.
    server.answer('getUnit', allocated);
    act(() => server.change('unit'));
    expect(await screen.findByRole('heading', { name: /Van 1/ })).toBeTruthy();
  });

  it('is given only the statuses that may follow its own', async () => {
    const { rendered } = show({
      answers: { getUnit: { ...unit, status: 'blocked' }, updateUnitStatus: { done: [9], refused: [] } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Status: Blocked. Change it' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries).toHaveLength(1);
    fireEvent.click(entries[0]);
    const world = await rendered;
    await waitFor(() => expect(world.server.of('updateUnitStatus')).toEqual([{ unit_ids: [9], status: 'inactive' }]));
  });

  it('asks for a device before it is allocated, and sends those that go along', async () => {
    const { rendered } = show({
      answers: {
        getChildAccounts: {
          accounts: [
            { account_id: 1, parent_id: null, name: 'North', type: 'CONSUMER', status: 'active' },
            { account_id: 3, parent_id: 1, name: 'Depot', type: 'CONSUMER', status: 'active' },
          ],
          total: 2,
        },
        allocateUnit: {
          allocation_id: 1 as AllocationId,
          account_id: 3 as AccountId,
          account_name: 'Depot',
          start_date: '',
          end_date: null,
          device_ids: [4],
          username: '',
          created_at: '',
        },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Allocate' }));
    const dialog = within(await screen.findByRole('dialog'));
    const account = await dialog.findByRole('combobox');
    account.focus();
    fireEvent.change(account, { target: { value: 'Depot' } });
    fireEvent.click(await screen.findByRole('option', { name: /Depot/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Next week' }));
    for (const name of [/Tracker one/, /Camera/]) fireEvent.click(dialog.getByRole('checkbox', { name }));
    fireEvent.click(dialog.getByRole('button', { name: 'Allocate' }));
    expect(await dialog.findByText('Please choose at least one device')).toBeTruthy();
    fireEvent.click(dialog.getByRole('checkbox', { name: /Tracker one/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Allocate' }));
    const world = await rendered;
    await waitFor(() =>
      expect(world.server.of('allocateUnit')).toEqual([
        expect.objectContaining({ unit_id: 9, account_id: 3, device_ids: [4] }),
      ]),
    );
    await waitFor(() =>
      expect(world.notices()).toEqual(['Unit allocated to Depot from 08/06/2026 12:00 AM to 15/06/2026 12:00 AM']),
    );
  });
});
