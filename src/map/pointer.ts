import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';

/** Hover is looked up at most this often, ms. */
const HOVER_EVERY = 100;
const TOUCH_REACH = 22;
const MOUSE_REACH = 7;

/** What the pointer does to units. Pixels are CSS pixels of the map. */
export interface PointerHandlers {
  /** The unit at a pixel within `reach` of it, or null. */
  pick(x: number, y: number, reach: number): number | null;
  /** True where a press moves the camera closer. */
  zoomsIn(x: number, y: number): boolean;
  zoomIn(x: number, y: number): void;
  picked(unitId: number | null, additive: boolean): void;
  hovered(unitId: number | null, x: number, y: number): void;
}

/** Listens to the map's pointer; returns the way to stop. */
export function watchPointer(map: MapLibreMap, handlers: PointerHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: { x: number; y: number } | null = null;
  let hovered: number | null = null;

  const hover = (unitId: number | null, x: number, y: number) => {
    map.getCanvas().style.cursor = unitId !== null || handlers.zoomsIn(x, y) ? 'pointer' : '';
    if (unitId === hovered) return;
    hovered = unitId;
    handlers.hovered(unitId, x, y);
  };
  const look = () => {
    timer = undefined;
    if (!latest) return;
    hover(handlers.pick(latest.x, latest.y, MOUSE_REACH), latest.x, latest.y);
    latest = null;
  };
  const onMove = ({ point }: MapMouseEvent) => {
    latest = { x: point.x, y: point.y };
    if (timer !== undefined) return;
    look();
    timer = setTimeout(look, HOVER_EVERY);
  };
  const onLeave = () => {
    latest = null;
    hover(null, 0, 0);
  };
  const onClick = ({ point, originalEvent }: MapMouseEvent) => {
    const touch = (originalEvent as Partial<PointerEvent>).pointerType === 'touch';
    const additive = originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey;
    const unitId = handlers.pick(point.x, point.y, touch ? TOUCH_REACH : MOUSE_REACH);
    // A bubble is a way into the crowd, not an empty place: what is selected stays so.
    if (unitId === null && handlers.zoomsIn(point.x, point.y)) handlers.zoomIn(point.x, point.y);
    else handlers.picked(unitId, additive);
  };

  map.on('mousemove', onMove);
  map.on('mouseout', onLeave);
  map.on('click', onClick);
  return () => {
    clearTimeout(timer);
    map.off('mousemove', onMove);
    map.off('mouseout', onLeave);
    map.off('click', onClick);
  };
}
