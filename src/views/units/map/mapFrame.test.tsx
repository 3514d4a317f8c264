// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { FileLeftOutBanner, FileProblemBanner } from './MapFrame.tsx';

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
