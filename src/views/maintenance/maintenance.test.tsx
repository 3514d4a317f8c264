import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountId, UnitId } from '../../domain/base/index.ts';
import {
  serviceDoneSchema,
  serviceSchema,
  type ServiceRecord,
  type ServiceReminder,
} from '../../domain/maintenance/index.ts';
import { FleetContext } from '../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../shared/testing/fleet.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import type { FakeAnswers } from '../shared/testing/services.ts';
import { createScreens, matchScreen } from '../registry.ts';

afterEach(cleanup);

const oil: ServiceReminder = {
  ...serviceSchema.cast({
    name: 'Oil and filters',
    unit_id: 9,
    every_km: 15_000,
    every_days: 365,
    work: ['Oil'],
    last_km: 80_000,
  }),
  service_reminder_id: 4 as ServiceReminder['service_reminder_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  unit_name: 'Van 9',
  state: 'overdue',
  left_km: -1_200,
  left_hours: null,
  left_days: 20,
  due_on: '2026-05-01',
  currency: 'EUR',
  done_count: 1,
  created_at: '2026-01-01T00:00:00Z',
};
const done: ServiceRecord = {
  ...serviceDoneSchema.cast({
    done_at: '2026-01-02T08:00:00Z',
    cost: 120.5,
    currency: 'EUR',
    place: 'Workshop',
    work: ['Oil'],
  }),
  service_record_id: 5,
  service_reminder_id: 4,
  name: 'Oil and filters',
  account_id: 1 as AccountId,
  unit_id: 9 as UnitId,
  unit_name: 'Van 9',
  recorded_by: 'Dana Reyes',
  is_last: true,
  created_at: '2026-01-02T09:00:00Z',
};
const EVERYTHING = { service_reminders: ['r', 'a', 'u', 'd', 'm'] } as const;
const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });

async function open(path: string, answers: FakeAnswers = {}, permissions: object = EVERYTHING) {
  const match = matchScreen(screens, path.split('?')[0] ?? path);
  if (match === null) throw new Error(`No screen has the path ${path}.`);
  const { default: view } = await match.screen.load();
  const units = [{ unit_id: 9, name: 'Van 9', identifiers: [] }] as never;
  const world = await renderScreen(
    <FleetContext value={fakeFleet({ units: still(unitsState(units)) })}>{createElement(view)}</FleetContext>,
    {
      path,
      parameters: match.parameters,
      session: { permissions },
      answers: {
        getServiceReminder: oil,
        getServiceReminderList: { rows: [oil], total: 1 },
        getServiceHistory: { rows: [done], total: 1 },
        getServiceRecord: done,
        ...answers,
      },
    },
  );
  await act(async () => undefined);
  return world;
}

describe('maintenance reminders', () => {
  it('are listed with how they stand', async () => {
    await open('/maintenance-reminders-list');
    const row = await screen.findByRole('row', { name: /Oil and filters/ });
    expect(row.textContent).toContain('Overdue');
    expect(row.textContent).toContain('1,200 km over');
    expect(within(row).getByRole('link', { name: 'Van 9' }).getAttribute('href')).toContain('/unit/9');
  });

  it('show on their page what is left and what was done', async () => {
    await open('/maintenance-reminder/4/view');
    expect(await screen.findByRole('progressbar', { name: '16,200 km / 15,000 km' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '345 days / 365 days' })).toBeTruthy();
    const history = await screen.findByRole('list', { name: 'Service history' });
    expect(history.textContent).toMatch(/€120\.50.*Workshop.*Oil/);
    expect(screen.getByRole('link', { name: 'Enter service' })).toBeTruthy();
  });

  it('are only looked at by whoever may not change them', async () => {
    await open('/maintenance-reminder/4/view', {}, { service_reminders: ['r'] });
    await screen.findByRole('list', { name: 'Service history' });
    expect(screen.queryByRole('link', { name: 'Enter service' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('begin with the unit from whose page one comes', async () => {
    const { server } = await open('/maintenance-reminder/create?unit=9', { createServiceReminder: oil });
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Oil and filters' } });
    fireEvent.change(screen.getByLabelText(/^Every, by distance/), { target: { value: '15000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.of('createServiceReminder')).toHaveLength(1));
    expect(server.of('createServiceReminder')[0]).toMatchObject({ unit_id: 9, every_km: 15_000, soon_km: 500 });
  });

  it('are refused without an interval, at its field', async () => {
    const { server } = await open('/maintenance-reminder/create');
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Oil and filters' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a distance, engine hours or days')).toBeTruthy();
    expect(server.of('createServiceReminder')).toEqual([]);
  });
});

describe('a service', () => {
  it('is entered with the figure that the odometer should show, and its bill', async () => {
    const { server, address } = await open('/maintenance-reminder/4/bill', { completeService: done });
    expect((await screen.findByLabelText<HTMLInputElement>(/^Odometer/)).value).toBe('96200');
    fireEvent.change(screen.getByLabelText(/^Cost/), { target: { value: '99.9' } });
    fireEvent.change(screen.getByLabelText(/^Place/), { target: { value: 'Garage' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe('/maintenance-reminder/4/view'));
    expect(server.of('completeService')).toMatchObject([
      { service_reminder_id: 4, odometer: 96_200, cost: 99.9, place: 'Garage', work: ['Oil'] },
    ]);
  });

  it('is corrected by what was changed alone', async () => {
    const { server } = await open('/maintenance-history/5', { updateServiceRecord: { ...done, cost: 130 } });
    fireEvent.click(await screen.findByRole('button', { name: 'Correct bill' }));
    fireEvent.change(screen.getByLabelText(/^Cost/), { target: { value: '130' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.of('updateServiceRecord')).toHaveLength(1));
    expect(server.of('updateServiceRecord')[0]).toEqual({ service_record_id: 5, cost: 130, expected: { cost: 120.5 } });
    await screen.findByRole('button', { name: 'Correct bill' });
  });

  it('is deleted after saying what becomes of its reminder', async () => {
    const { server, address } = await open('/maintenance-history/5', { deleteServiceRecord: {} });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this service?' });
    expect(dialog.textContent).toContain('the reminder counts as it did before');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(address()).toBe('/maintenance-reminder/4/view'));
    expect(server.of('deleteServiceRecord')).toEqual([{ service_record_id: 5 }]);
  });

  it('is in the history with its cost', async () => {
    await open('/maintenance-reminder/4/history');
    const row = await screen.findByRole('row', { name: /Workshop/ });
    expect(row.textContent).toContain('€120.50');
    expect(row.textContent).toContain('Dana Reyes');
  });
});
