import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { FileLeftOutBanner, FileProblemBanner, Panes } from './MapFrame.tsx';

afterEach(cleanup);

it('a window that becomes narrow, or a list that is closed, builds nothing around the map again', async () => {
  function Frame(): ReactNode {
    const [{ narrow, list }, set] = useState({ narrow: false, list: true });
    return (
      <>
        <button onClick={() => set({ narrow: !narrow, list })}>Width</button>
        <button onClick={() => set({ narrow, list: !list })}>List</button>
        <Panes
          narrow={narrow}
          list={list ? <p>The list</p> : null}
          middle={<input aria-label="In the middle" />}
          detail={<input aria-label="In the card" />}
        />
      </>
    );
  }
  await renderScreen(<Frame />);
  const [middle, card] = ['In the middle', 'In the card'].map((name) => screen.getByLabelText(name));
  fireEvent.change(card, { target: { value: 'Typed' } });
  const press = (name: string): boolean => fireEvent.click(screen.getByText(name));
  // The list is closed, the window narrow, wide again, and the list open.
  for (const [button, isListed] of [
    ['List', false],
    ['Width', false],
    ['Width', false],
    ['List', true],
  ] as const) {
    press(button);
    expect([screen.getByLabelText('In the middle'), screen.getByLabelText('In the card')]).toEqual([middle, card]);
    expect(screen.queryByText('The list') !== null).toBe(isListed);
  }
  press('Width');
  expect(screen.getByLabelText('In the middle')).toBe(middle);
  expect(screen.queryByLabelText('In the card')).toBeNull();
});

describe('an opened file', () => {
  it('says how many positions were left out and why, until it is dismissed', async () => {
    await renderScreen(
      <FileLeftOutBanner
        name="tour.gpx"
        leftOut={[
          { key: 'file.zeroPosition', count: 2 },
          { key: 'file.sameTime', count: 10 },
        ]}
      />,
    );
    expect(screen.getByText(/12 positions were skipped/).textContent).toBe(
      'tour.gpx: 12 positions were skipped. At 0°, 0°: 2 · Duplicate time: 10',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/skipped/)).toBeNull();
  });

  it('says nothing when it was read whole', async () => {
    await renderScreen(<FileLeftOutBanner name="tour.gpx" leftOut={[]} />);
    expect(screen.queryByText(/tour/)).toBeNull();
  });

  it('that is of another format is refused by its name', async () => {
    await renderScreen(
      <FileProblemBanner
        problem={{ key: 'file.otherFormat', values: { name: 'ride.kml', format: 'KML' } }}
        onClose={() => undefined}
      />,
    );
    expect(screen.getByText(/ride\.kml is a KML file/)).toBeTruthy();
  });
});
