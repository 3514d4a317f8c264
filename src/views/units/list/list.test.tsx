import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permissions } from '../../../domain/access/index.ts';
import type { AccountId, DeviceId, SensorId, UnitId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { createFleet, type Fleet } from '../../../streams/pipeline/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, keepWatched, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen, type ScreenWorldOptions } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import UnitListScreen from './UnitListScreen.tsx';

/** The pretended browser lays nothing out: the table is given its height. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 1200 },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const size of ['clientHeight', 'clientWidth']) Reflect.deleteProperty(HTMLElement.prototype, size);
});

const unit = (id: number, name: string, part: Partial<UnitSummary> = {}): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [`3500${id}`],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
  ...part,
});
const units = [
  unit(1, 'Alpha', { labels: ['cold'] }),
  unit(2, 'Bravo', { status: 'blocked' }),
  unit(3, 'Charlie', { kind: 'truck' }),
];
const tank: Sensor = {
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
  table: { kind: 'none' },
};
const report: Position = {
  unit_id: 1,
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
  attributes: { fuel_level: 55 },
};
const ALL: Permissions = { units: ['r', 'a', 'u', 'd'], devices: ['r', 'a'] };

async function show({
  permissions = ALL,
  columns = createFleet({ epoch: WORLD_NOW }),
  ...options
}: ScreenWorldOptions & { permissions?: Permissions; columns?: Fleet } = {}) {
  const watched: (readonly number[])[] = [];
  const fleet = fakeFleet({
    fleet: columns,
    details: still(new Map([[1, report]])),
    units: still(unitsState(units)),
    watch: keepWatched(watched),
  });
  const world = await renderScreen(
    <FleetContext value={fleet}>
      <UnitListScreen />
    </FleetContext>,
    {
      path: '/units/list',
      session: { permissions },
      ...options,
      answers: {
        getSavedViews: { views: [] },
        getUnitSensors: ({ unit_ids = [] }) => ({
          units: unit_ids.map((unit_id) => ({ unit_id, sensors: unit_id === 1 ? [tank] : [] })),
        }),
        ...options.answers,
      },
    },
  );
  return { world, watched };
}

const names = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
const tick = (name: string): boolean => fireEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));

describe('the unit list', () => {
  it('is reached by keys: slash to the search, down to the rows, Enter opens', async () => {
    const { world } = await show();
    await waitFor(() => expect(names()).toHaveLength(3));
    // As a Russian keyboard writes it.
    fireEvent.keyDown(document.body, { key: '.', code: 'Slash' });
    const field = screen.getByRole('searchbox');
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const grid = screen.getByRole('grid');
    expect(document.activeElement).toBe(grid);
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(world.address()).toBe('/unit/2/view');
  });

  it('opens the first that was found with Enter', async () => {
    const { world } = await show();
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'char' } });
    await waitFor(() => expect(names()).toEqual(['Charlie']));
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyUp(field, { key: 'Enter' });
    expect(world.address()).toContain('/unit/3/view');
  });

  it('shows the units that need a look, as the server names them', async () => {
    await show({
      path: '/units/list?attention=lowBattery',
      answers: { getAttentionUnits: ({ kind }) => ({ unit_ids: kind === 'lowBattery' ? [2 as UnitId] : [] }) },
    });
    await waitFor(() => expect(names()).toEqual(['Bravo']));
    fireEvent.change(screen.getByRole('combobox', { name: 'Attention' }), { target: { value: 'alarm' } });
    expect(await screen.findByText('No unit matches')).toBeTruthy();
  });

  it('stands as its address says, and the address follows', async () => {
    const { world } = await show({ path: '/units/list?kind=van&sort=-name' });
    expect(names()).toEqual(['Bravo', 'Alpha']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'blocked' } });
    await waitFor(() => expect(names()).toEqual(['Bravo']));
    expect(world.address()).toBe('/units/list?kind=van&sort=-name&status=blocked');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    expect(await screen.findByText('No unit matches')).toBeTruthy();
    await waitFor(() => expect(world.address()).toContain('search=nothing'));
  });

  it('reads sensors only of units in sight, and only when a column shows them', async () => {
    const plain = await show();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(plain.world.server.of('getUnitSensors')).toEqual([]);
    expect(plain.watched.flat()).toEqual([]);
    cleanup();
    const { world, watched } = await show({ preferences: { lists: { units: ['position'] } } });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText('55 l')).toBeTruthy();
    expect(world.server.of('getUnitSensors')).toEqual([{ unit_ids: [1, 2, 3] }]);
    expect(watched).toContainEqual([1, 2, 3]);
  });

  it('brings a column into sight that is ticked, and leaves the focus in the menu; the rest stays where it is', async () => {
    const revealed: (string | null)[] = [];
    HTMLElement.prototype.scrollIntoView = function reveal(this: HTMLElement) {
      if (this.getAttribute('role') === 'columnheader') revealed.push(this.textContent);
    };
    try {
      await show({ preferences: { lists: { units: ['sensor:temperature', 'sensor:door'] } } });
      // While the menu is open, the list behind it is nothing to read out.
      const hasColumn = (): boolean =>
        screen.getAllByRole('columnheader', { hidden: true }).some(({ textContent }) => textContent === 'Temperature');
      expect(revealed).toEqual([]);
      fireEvent.click(screen.getByRole('button', { name: 'Sensors' }));
      const box = await screen.findByRole('checkbox', { name: 'Temperature' });
      box.focus();
      fireEvent.click(box);
      await waitFor(() => expect(hasColumn()).toBe(true));
      expect([revealed, document.activeElement === box]).toEqual([['Temperature'], true]);
      fireEvent.click(box);
      await waitFor(() => expect(hasColumn()).toBe(false));
      expect(revealed).toEqual(['Temperature']);
    } finally {
      Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
    }
  });

  it('gives ticked units a status that one of them may have, and takes it back by allowed steps', async () => {
    const { world } = await show({
      answers: { updateUnitStatus: ({ unit_ids = [] }) => ({ done: unit_ids, refused: [] }) },
    });
    tick('Alpha');
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Damaged/ }));
    await waitFor(() => expect(world.notices()).toEqual(['1 unit is Damaged now']));
    expect(world.server.of('updateUnitStatus')).toEqual([{ unit_ids: [1], status: 'damaged' }]);
    world.takeBack();
    await waitFor(() => expect(world.notices()).toContain('Status change undone for 1 unit'));
    expect(world.server.of('updateUnitStatus')).toEqual(
      [1, 2, 3].map((step) => ({ unit_ids: [1], status: ['damaged', 'inactive', 'active'][step - 1] })),
    );
  });

  it('names units whose status was refused, when it is given and when it is taken back', async () => {
    const refused = { id: 1, code: ERROR.conflict, message: 'It is held by South.' };
    const { world } = await show({ answers: { updateUnitStatus: { done: [3], refused: [refused] } } });
    tick('Alpha');
    tick('Charlie');
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Inactive/ }));
    await waitFor(() => expect(world.notices()).toEqual(['1 unit is Inactive now', 'Alpha: It is held by South.']));
    world.server.answer('updateUnitStatus', {
      done: [],
      refused: [{ id: 3, code: ERROR.conflict, message: 'Deleted meanwhile.' }],
    });
    world.takeBack();
    await waitFor(() =>
      expect(world.notices()).toEqual([
        '1 unit is Inactive now',
        'Alpha: It is held by South.',
        'Charlie: Deleted meanwhile.',
      ]),
    );
  });

  it('names the first of many that were refused, and says how many more there are', async () => {
    const refused = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, code: ERROR.conflict, message: 'Held.' }));
    const { world } = await show({ answers: { deleteUnits: { done: [], refused } } });
    tick('Alpha');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete 1 unit' }));
    await waitFor(() => expect(world.notices()).toEqual(['Alpha, 2, 3, 4, 5 and 2 more: Held.']));
  });

  it('ticks a range with Shift, all by the box above, and deletes what the question names', async () => {
    const { world } = await show({
      answers: {
        deleteUnits: { done: [1, 2], refused: [{ id: 3, code: ERROR.conflict, message: 'It is held by South.' }] },
      },
    });
    tick('Alpha');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Charlie' }), { shiftKey: true });
    expect(screen.getByText('3 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 3 units?' }));
    expect(question.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['Alpha', 'Bravo', 'Charlie']);
    fireEvent.click(question.getByRole('button', { name: 'Delete 3 units' }));
    await waitFor(() => expect(world.notices()).toEqual(['2 units deleted', 'Charlie: It is held by South.']));
    expect(world.server.of('deleteUnits')).toEqual([{ unit_ids: [1, 2, 3] }]);
  });

  it('allocates ticked units, and keeps those that were refused in the dialog by name for another try', async () => {
    const { world } = await show({
      permissions: { ...ALL, account_units: ['r', 'a'] },
      answers: {
        getChildAccounts: {
          accounts: [{ account_id: 9, parent_id: 1, name: 'South', type: 'CONSUMER', status: 'active' }],
          total: 1,
        },
        allocateUnits: { done: [1], refused: [{ id: 2, code: ERROR.conflict, message: 'It is held by East.' }] },
      },
    });
    tick('Alpha');
    tick('Bravo');
    fireEvent.click(screen.getByRole('button', { name: 'Allocate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Allocate 2 units' }));
    fireEvent.click(await dialog.findByRole('button', { name: /^Open/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'South' }));
    fireEvent.click(dialog.getByRole('button', { name: /next week/i }));
    const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Allocate' }));
    send();
    expect((await dialog.findByRole('alert')).textContent).toBe('Bravo: It is held by East.');
    world.server.answer('allocateUnits', { done: [2], refused: [] });
    send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.server.of('allocateUnits')).toMatchObject([
      { unit_ids: [1, 2], account_id: 9 },
      { unit_ids: [2], account_id: 9 },
    ]);
  });

  it('says of a unit without a position that it has none', async () => {
    const { world } = await show();
    tick('Alpha');
    fireEvent.click(screen.getByRole('button', { name: 'Show on map' }));
    expect(world.notices()).toEqual(['Alpha unit do not have position co-ordinates']);
  });

  it('shows where a unit was put by hand until it reports, and brings it to the map', async () => {
    const columns = createFleet({ epoch: WORLD_NOW });
    columns.showHandPlaces(true);
    columns.setHandPlace(columns.ensure(1), { latitude: 55.5, longitude: 49.25 });
    const { world } = await show({ columns });
    const row = () => screen.getByRole('row', { name: /Alpha/ }).textContent;
    expect(row()).toContain('55.50000, 49.25000 · Set by hand');
    expect(row()).toContain('Never reported');
    tick('Alpha');
    fireEvent.click(screen.getByRole('button', { name: 'Show on map' }));
    expect(world.notices()).toEqual([]);
    expect(world.address()).toBe('/units/map?units=1');
  });

  it('offers nothing that one may not do', async () => {
    await show({ permissions: { units: ['r'] } });
    tick('Alpha');
    for (const name of ['Set status', 'Groups', 'Delete', 'Unclaimed trackers'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New unit' })).toBeNull();
  });
});
