import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/screenWorld.tsx';
import { FileDrop } from './FileDrop.tsx';

afterEach(cleanup);

const show = (enabled: boolean, onFile: (file: File) => void) =>
  renderScreen(
    <FileDrop enabled={enabled} onFile={onFile} lead="Its areas are shown." className="list">
      <p>The list</p>
    </FileDrop>,
  );
const files = { types: ['Files'], files: [new File(['<kml/>'], 'areas.kml')] };

it('takes a file that is dropped on what it contains, and says what becomes of it while it is over', async () => {
  const onFile = vi.fn<(file: File) => void>();
  await show(true, onFile);
  const list = screen.getByText('The list');
  fireEvent.dragEnter(list, { dataTransfer: files });
  expect(screen.getByText('Its areas are shown.')).toBeTruthy();
  fireEvent.drop(list, { dataTransfer: files });
  expect(onFile.mock.calls.map(([file]) => file.name)).toEqual(['areas.kml']);
  expect(screen.queryByText('Its areas are shown.')).toBeNull();
});

it('takes none where it may not, and none that is no file', async () => {
  const onFile = vi.fn<(file: File) => void>();
  await show(false, onFile);
  fireEvent.dragEnter(screen.getByText('The list'), { dataTransfer: files });
  fireEvent.drop(screen.getByText('The list'), { dataTransfer: files });
  cleanup();
  await show(true, onFile);
  fireEvent.dragEnter(screen.getByText('The list'), { dataTransfer: { types: ['text/plain'], files: [] } });
  expect(screen.queryByText('Its areas are shown.')).toBeNull();
  expect(onFile).not.toHaveBeenCalled();
});
