import type { Map as MapLibreMap } from 'maplibre-gl';

/** A box on the map in CSS pixels from its corner. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A press that moved less than this is a click, CSS px. */
const DRAGGED = 4;

/**
 * Draws a box while Shift is held and the mouse dragged, and reports it at the end; Escape gives it up.
 * Returns an undo. MapLibre's own box, which zooms, is switched off (`baseMap`).
 */
export function watchBox(map: MapLibreMap, chosen: (box: PixelBox, additive: boolean) => void): () => void {
  const container = map.getContainer();
  let running: AbortController | null = null;

  const begin = (down: MouseEvent): void => {
    if (!down.shiftKey || down.button !== 0 || !map.getCanvasContainer().contains(asNode(down.target))) return;
    // Before MapLibre hears of the press: a box does not move the map.
    map.dragPan.disable();
    running?.abort();
    running = new AbortController();
    draw(down, running);
  };
  const draw = (down: MouseEvent, own: AbortController): void => {
    const corner = container.getBoundingClientRect();
    const frame = document.createElement('div');
    frame.className = 'map-box';
    let box: PixelBox | null = null;
    own.signal.addEventListener('abort', () => {
      frame.remove();
      map.dragPan.enable();
    });
    const options = { signal: own.signal };
    window.addEventListener(
      'mousemove',
      (move) => {
        if (box === null && Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) < DRAGGED) return;
        if (box === null) container.append(frame);
        box = boxBetween(down, move, corner);
        Object.assign(frame.style, {
          left: `${box.left}px`,
          top: `${box.top}px`,
          width: `${box.right - box.left}px`,
          height: `${box.bottom - box.top}px`,
        });
      },
      options,
    );
    window.addEventListener(
      'mouseup',
      (up) => {
        own.abort();
        if (box !== null) chosen(box, up.ctrlKey || up.metaKey);
      },
      options,
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        own.abort();
      },
      { ...options, capture: true },
    );
  };

  container.addEventListener('mousedown', begin, { capture: true });
  return () => {
    running?.abort();
    container.removeEventListener('mousedown', begin, { capture: true });
  };
}

const asNode = (target: EventTarget | null): Node | null => (target instanceof Node ? target : null);

/** The box between two places of the pointer, whichever way it was drawn, kept within the map. */
export function boxBetween(
  one: { clientX: number; clientY: number },
  other: { clientX: number; clientY: number },
  corner: { left: number; top: number; width: number; height: number },
): PixelBox {
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const [x, y] = [within(one.clientX - corner.left, corner.width), within(one.clientY - corner.top, corner.height)];
  const [u, v] = [within(other.clientX - corner.left, corner.width), within(other.clientY - corner.top, corner.height)];
  return { left: Math.min(x, u), top: Math.min(y, v), right: Math.max(x, u), bottom: Math.max(y, v) };
}
