import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ERROR } from '../../../domain/errors/index.ts';
import { refusal, type FakeAnswers } from '../testing/services.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { GeofenceChoice } from './GeofenceChoice.tsx';

afterEach(cleanup);

const row = (id: number, name: string) => ({ geofence_id: id, name });
const field = () => screen.findByRole('combobox', { name: 'Zone' });
/** Types with the focus in the field, as a person does. */
async function type(value: string): Promise<void> {
  const input = await field();
  act(() => input.focus());
  fireEvent.change(input, { target: { value } });
}
const open = async () => fireEvent.click(await screen.findByRole('button', { name: /Open/ }));

async function show(answers: object, value: number | null = null) {
  const onChange = vi.fn<(id: number | null) => void>();
  const { server } = await renderScreen(
    <GeofenceChoice label="Zone" value={value} onChange={onChange} instead={{ value: 'point', label: 'A point' }} />,
    // Rows that are no more than what a choice reads.
    { answers: answers as FakeAnswers },
  );
  return { onChange, server };
}

it('finds geofences by what is typed where there are more than are offered at once', async () => {
  const { onChange, server } = await show({
    getGeofenceList: ({ search }: { search?: string }) =>
      search === undefined ? { rows: [row(1, 'Depot')], total: 1_500 } : { rows: [row(900, 'Warehouse 9')], total: 1 },
  });
  await type('Ware');
  fireEvent.click(await screen.findByRole('option', { name: 'Warehouse 9' }));
  expect(onChange).toHaveBeenLastCalledWith(900);
  expect(server.of('getGeofenceList')).toContainEqual(expect.objectContaining({ search: 'Ware' }));
});

it('asks no more where all are offered, and goes back to what is chosen instead', async () => {
  const { onChange, server } = await show({ getGeofenceList: { rows: [row(1, 'Depot')], total: 1 } }, 1);
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'Depot'));
  await type('A po');
  fireEvent.click(await screen.findByRole('option', { name: 'A point' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(server.of('getGeofenceList')).toHaveLength(1);
});

it('names the chosen one though it is not among the first, and says where it is gone', async () => {
  const many = { rows: [row(1, 'Depot')], total: 1_500 };
  await show({ getGeofenceList: many, getGeofence: row(1_200, 'Yard 1200') }, 1_200);
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'Yard 1200'));
  cleanup();
  await show({ getGeofenceList: many, getGeofence: refusal(ERROR.notFound, 'Gone.') }, 7);
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'Deleted geofence'));
});

it('says why there is no choice, and tries again', async () => {
  const { server } = await show({ getGeofenceList: refusal(ERROR.network, 'The server cannot be reached.') });
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy();
  server.answer('getGeofenceList', { rows: [], total: 0 });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await open();
  expect(await screen.findByRole('option', { name: 'A point' })).toBeTruthy();
});
