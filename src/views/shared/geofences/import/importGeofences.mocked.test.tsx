// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ERROR } from '../../../../domain/errors/index.ts';
import { refusal } from '../../testing/services.ts';
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

it('of an import that is refused half way and left, nothing stays', async () => {
  let part = 0;
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
      answers: {
        importGeofences: () =>
          part++ === 0
            ? { geofences: [1, 2].map((id) => ({ geofence_id: id, name: `Area ${id}` })), skipped: [] }
            : refusal(ERROR.validation, 'No more geofences.'),
        deleteGeofences: { done: [1, 2], refused: [] },
      },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: /Import 700/ }));
  expect(await screen.findByText(/No more geofences/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo and close' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(server.of('deleteGeofences')).toEqual([{ geofence_ids: [1, 2] }]);
});
