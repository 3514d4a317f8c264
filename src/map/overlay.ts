import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Layer } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { Map as MapLibreMap } from 'maplibre-gl';

/** How often a lost context is replaced before the map says so. */
const MOST_REPLACEMENTS = 5;
const REPLACE_AFTER = 250;

/**
 * Every shader smooths its own edges, and every frame is drawn whole. The extras that luma.gl asks for, four samples a
 * pixel and a copy of the last frame, are most of a frame's work where a processor draws.
 */
const CONTEXT = { antialias: false, preserveDrawingBuffer: false } as const;

/**
 * The buffer has luma.gl's size until the browser reports the canvas's: the first picture would be stretched over the
 * map.
 */
function sizeBuffer(device: Device): void {
  const context = device.getDefaultCanvasContext();
  const [width, height] = context.getCSSSize();
  const ratio = context.getDevicePixelRatio();
  context.setDrawingBufferSize(width * ratio, height * ratio);
}

/** The units' canvas over the map. */
export interface FleetOverlay {
  setLayers(layers: Layer[]): void;
  /**
   * Draws again with the next animation frame, though no layer was replaced. Only for the owner of the picture
   * (`picture.ts`).
   */
  redraw(): void;
  /** A copy of the next picture. */
  picture(): Promise<HTMLCanvasElement>;
  close(): void;
}

/** What was just drawn: a canvas of WebGL can be read before the browser shows it, not later. */
function copied(canvas: HTMLCanvasElement | OffscreenCanvas): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}

export interface OverlayHandlers {
  /** Layers that fill a new context from what the CPU knows. */
  renew(): Layer[];
  /** A layer could not be drawn, or the graphics context does not stay. */
  failed(error: Error): void;
  /** The canvas may have lost its picture: the page was hidden, or the context is new. */
  emptied(): void;
}

/**
 * Overlaid, not interleaved: the base map rests while units move, which saves more than half of a
 * frame. When the browser takes the context away (driver reset, laptop asleep) a new canvas is
 * made, and `renew` gives layers that fill it from what the CPU knows.
 */
export function createOverlay(map: MapLibreMap, { renew, failed, emptied }: OverlayHandlers): FleetOverlay {
  let layers: Layer[] = renew();
  let closed = false;
  let replacements = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const make = (): MapLibreOverlay => {
    let device: Device | null = null;
    const made: MapLibreOverlay = new MapLibreOverlay({
      layers,
      useDevicePixels: true,
      deviceProps: { webgl: CONTEXT },
      // A context that was lost is replaced: nothing is wrong yet.
      onError: (error: Error) => (device?.isLost === true ? undefined : failed(error)),
      onDeviceInitialized: (initialized) => {
        device = initialized;
        sizeBuffer(initialized);
        void initialized.lost.then(() => replace(made));
      },
      // The base map below has the keys: deck.gl makes its canvas a stop of the Tab key without a name.
      onLoad: () => void made.getCanvas()?.setAttribute('tabindex', '-1'),
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
      emptied();
    }, REPLACE_AFTER);
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') emptied();
  };
  let overlay = make();
  document.addEventListener('visibilitychange', onVisible);

  // Any of them makes all be drawn; one that was just added is drawn for the first time anyway.
  const redraw = (): void => {
    for (const layer of layers) layer.getCurrentLayer()?.setNeedsRedraw();
  };
  return {
    setLayers(next) {
      layers = next;
      overlay.setProps({ layers });
    },
    redraw,
    picture: () =>
      new Promise((resolve) => {
        const taken: { done: boolean } = { done: false };
        overlay.setProps({
          onAfterRender: ({ gl }) => {
            if (taken.done) return;
            taken.done = true;
            resolve(copied(gl.canvas));
          },
        });
        redraw();
      }),
    close() {
      closed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      map.removeControl(overlay);
    },
  };
}
