import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ShortcutProvider, useShortcuts } from './shortcuts.tsx';

afterEach(cleanup);

function Keys({ run, toggle }: { run: () => void; toggle: () => void }): ReactNode {
  useShortcuts('shortcuts.map', [
    { keys: ['f'], labelKey: 'shortcuts.follow', run },
    { keys: [' '], labelKey: 'shortcuts.playPause', run: toggle },
  ]);
  return (
    <>
      <input type="checkbox" aria-label="box" />
      <button type="button">button</button>
      <div role="grid" tabIndex={0}>
        grid
      </div>
      <input aria-label="text" />
      <select aria-label="choice" />
    </>
  );
}
function show() {
  const run = vi.fn();
  const toggle = vi.fn();
  render(
    <ShortcutProvider>
      <Keys run={run} toggle={toggle} />
    </ShortcutProvider>,
  );
  return { run, toggle };
}
const places = (): HTMLElement[] => [
  document.body,
  screen.getByRole('checkbox'),
  screen.getByRole('button'),
  screen.getByRole('grid'),
];

describe('keys', () => {
  it('work wherever the focus is outside of a field', () => {
    const { run } = show();
    for (const place of places()) fireEvent.keyDown(place, { key: 'f', code: 'KeyF' });
    expect(run).toHaveBeenCalledTimes(places().length);
    for (const place of [screen.getByRole('textbox'), screen.getByRole('combobox')])
      fireEvent.keyDown(place, { key: 'f', code: 'KeyF' });
    expect(run).toHaveBeenCalledTimes(places().length);
  });

  it('have their places on keyboards of other letters, and leave a letter of Latin ones alone', () => {
    const { run } = show();
    fireEvent.keyDown(document.body, { key: 'а', code: 'KeyF' });
    fireEvent.keyDown(document.body, { key: 'ب', code: 'KeyF' });
    expect(run).toHaveBeenCalledTimes(2);
    fireEvent.keyDown(document.body, { key: 'u', code: 'KeyF' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('leave the space to what it presses', () => {
    const { toggle } = show();
    for (const place of places().slice(1)) fireEvent.keyDown(place, { key: ' ' });
    expect(toggle).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: ' ' });
    expect(toggle).toHaveBeenCalledOnce();
  });
});
