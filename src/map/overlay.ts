import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Layer } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { Map as MapLibreMap } from 'maplibre-gl';

/** How often a lost context is replaced before the map says so. */
const MOST_REPLACEMENTS = 5;
const REPLACE_AFTER = 250;

/**
 * Every shader smooths its own edges, and every frame is drawn whole. What luma.gl asks for besides, four samples
 * a pixel and a copy of the last frame, is most of a frame's work where a processor draws.
 */
const CONTEXT = { antialias: false, preserveDrawingBuffer: false } as const;

/** The buffer has luma.gl's size until the browser tells the canvas's: the first picture would be stretched over the map. */
function sizeBuffer(device: Device): void {
  const context = device.getDefaultCanvasContext();
  const [width, height] = context.getCSSSize();
  const ratio = context.getDevicePixelRatio();
  context.setDrawingBufferSize(width * ratio, height * ratio);
}

/** The units' canvas over the map. */
export interface FleetOverlay {
  setLayers(layers: Layer[]): void;
  /** Draws again with the next animation frame, though no layer was replaced. */
  redraw(): void;
  close(): void;
}

/**
 * Overlaid, not interleaved: the base map rests while units move, which saves more than half of a
 * frame. When the browser takes the context away (driver reset, laptop asleep) a new canvas is
 * made, and `renew` gives layers that fill it from what the CPU knows.
 */
export function createOverlay(map: MapLibreMap, renew: () => Layer[], failed: (error: Error) => void): FleetOverlay {
  let layers: Layer[] = renew();
  let closed = false;
  let replacements = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const make = (): MapLibreOverlay => {
    const made: MapLibreOverlay = new MapLibreOverlay({
      layers,
      useDevicePixels: true,
      deviceProps: { webgl: CONTEXT },
      onError: (error: Error) => failed(error),
      onDeviceInitialized: (device) => {
        sizeBuffer(device);
        void device.lost.then(() => replace(made));
      },
    });
    map.addControl(made);
    return made;
  };
  const replace = (lost: MapLibreOverlay) => {
    if (closed || lost !== overlay) return;
    if (++replacements > MOST_REPLACEMENTS) {
      failed(new Error('The graphics context was lost again and again.'));
      return;
    }
    map.removeControl(lost);
    timer = setTimeout(() => {
      layers = renew();
      overlay = make();
    }, REPLACE_AFTER);
  };
  let overlay = make();

  return {
    setLayers(next) {
      layers = next;
      overlay.setProps({ layers });
    },
    redraw() {
      layers[0]?.getCurrentLayer()?.setNeedsRedraw();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      map.removeControl(overlay);
    },
  };
}
