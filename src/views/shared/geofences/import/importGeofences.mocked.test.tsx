import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ERROR } from '../../../../domain/errors/index.ts';
import { refusal, type FakeAnswers } from '../../testing/services.ts';
import { renderScreen } from '../../testing/screenWorld.tsx';
import type { AreaReader } from './areaReader.ts';
import { candidateOf } from './candidates.ts';
import ImportGeofences from './ImportGeofences.tsx';

vi.mock('../ZoneMap.tsx', () => ({ default: () => null }));
afterEach(cleanup);

/** A file of more areas than one call takes. */
const reader: AreaReader = {
  open: () => Promise.reject(new Error('It is open.')),
  check: (sizes, onChecked) =>
    onChecked(
      Array.from({ length: 700 }, (_, index) =>
        candidateOf(
          { name: `Area ${index}`, description: '', number: index + 1, geometry: { type: 'point', point: [51, 35] } },
          index,
          sizes,
          String,
        ),
      ),
      1,
    ),
  close: () => undefined,
};

type Answer = Extract<FakeAnswers['importGeofences'], Function>;

async function open(importGeofences: (call: number) => ReturnType<Answer>) {
  let calls = 0;
  const close = vi.fn<() => void>();
  const { server } = await renderScreen(
    <ImportGeofences
      fileName="areas.kml"
      reader={reader}
      summary={{ total: 700, hasPoints: true, hasLines: false }}
      onClose={close}
    />,
    {
      session: { permissions: { geofences: ['r', 'a', 'd'] } },
      answers: { importGeofences: () => importGeofences(calls++), deleteGeofences: { done: [1, 2], refused: [] } },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: /Import 700/ }));
  return { server, close };
}

const WAITING = { geofences: [], skipped: [] };
const CREATED = { geofences: [1, 2].map((id) => ({ geofence_id: id, name: `Area ${id}` })), skipped: [] };

it('of an import that is refused half way and left, nothing stays', async () => {
  const { server, close } = await open((part) =>
    part === 0 ? WAITING : refusal(ERROR.validation, 'No more geofences.'),
  );
  expect(await screen.findByText(/No more geofences/)).toBeTruthy();
  expect(screen.getByText(/Nothing was imported yet: the server has 500 of 700 areas/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(server.of('deleteGeofences')).toEqual([]);
});

it('an import goes on where it was refused, and is taken back as a whole', async () => {
  const { server } = await open((part) =>
    part === 1 ? refusal(ERROR.validation, 'Not now.') : part === 0 ? WAITING : CREATED,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Continue import' }));
  expect(await screen.findByText('2 geofences imported.')).toBeTruthy();
  expect(server.of('importGeofences')).toMatchObject([0, 1, 1].map((number) => ({ part: { number, count: 2 } })));
  fireEvent.click(screen.getByRole('button', { name: 'Undo import' }));
  await waitFor(() => expect(server.of('deleteGeofences')).toEqual([{ geofence_ids: [1, 2] }]));
});
