import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FleetMapView, type FleetMapViewProps } from './FleetMapView.tsx';
import type { MapThemeColors } from './palette.ts';

const grey = new Proxy({}, { get: () => [128, 128, 128, 255] }) as MapThemeColors;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('FleetMapView', () => {
  it('shows the fallback with the reason where the browser has no WebGL 2, and asks for no frames', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const onFrame = vi.fn<FleetMapViewProps['onFrame']>(() => () => {});
    const onReady = vi.fn<NonNullable<FleetMapViewProps['onReady']>>();
    const texts = {
      map: '',
      zoomIn: '',
      zoomOut: '',
      resetBearing: '',
      attribution: '',
      metres: '',
      kilometres: '',
      feet: '',
      miles: '',
    };
    render(
      <FleetMapView
        services={{ streets: null, services: [] }}
        baseLayer="world"
        origin="http://localhost"
        colors={grey}
        camera={{ longitude: 0, latitude: 0, zoom: 2 }}
        texts={texts}
        language="en"
        onFrame={onFrame}
        selection={[]}
        followed={[]}
        labels
        trails="off"
        density
        tracks={[]}
        nameOf={() => null}
        onReady={onReady}
        fallback={({ code }) => <p>no map: {code}</p>}
      />,
    );
    expect(screen.getByText('no map: webglUnavailable')).toBeTruthy();
    expect(onFrame).not.toHaveBeenCalled();
    expect(onReady).not.toHaveBeenCalled();
  });
});
