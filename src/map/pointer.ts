import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';

/** Hover is looked up at most this often, ms. */
const HOVER_EVERY = 100;
const TOUCH_REACH = 22;
const MOUSE_REACH = 7;
/** A finger that rests this long asks about the place, ms. */
const LONG_PRESS = 550;

/** What the pointer does to units. Pixels are CSS pixels of the map. */
export interface PointerHandlers {
  /** The unit at a pixel within `reach` of it, or null. */
  pick(x: number, y: number, reach: number): number | null;
  /** True where a press moves the camera closer. */
  zoomsIn(x: number, y: number): boolean;
  zoomIn(x: number, y: number): void;
  /** True where the press was on a spot, or on several units that lie on each other. */
  taken(x: number, y: number, reach: number, unitId: number | null): boolean;
  /** True where a press would find a spot. */
  isSpot(x: number, y: number): boolean;
  picked(unitId: number | null, additive: boolean): void;
  hovered(unitId: number | null, x: number, y: number): void;
  /** Who waits for a press that names a place and means no unit, or null. */
  pointed(): ((longitude: number, latitude: number) => void) | null;
  /** A right click, or a finger held still. */
  asked(longitude: number, latitude: number): void;
}

/** Listens to the map's pointer; returns an undo. */
export function watchPointer(map: MapLibreMap, handlers: PointerHandlers): () => void {
  const stops = [watchHover(map, handlers), watchLongPress(map, handlers)];
  const onClick = ({ point, lngLat, originalEvent }: MapMouseEvent) => {
    const taken = handlers.pointed();
    if (taken !== null) {
      const { lng, lat } = lngLat.wrap();
      taken(lng, lat);
      return;
    }
    const touch = (originalEvent as Partial<PointerEvent>).pointerType === 'touch';
    const additive = originalEvent.ctrlKey || originalEvent.metaKey || originalEvent.shiftKey;
    const reach = touch ? TOUCH_REACH : MOUSE_REACH;
    const unitId = handlers.pick(point.x, point.y, reach);
    if (!additive && handlers.taken(point.x, point.y, reach, unitId)) return;
    // A bubble opens the crowd, not an empty place: what is selected stays so.
    if (unitId === null && handlers.zoomsIn(point.x, point.y)) handlers.zoomIn(point.x, point.y);
    else handlers.picked(unitId, additive);
  };
  map.on('click', onClick);
  return () => {
    for (const stop of stops) stop();
    map.off('click', onClick);
  };
}

function watchHover(map: MapLibreMap, handlers: PointerHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: { x: number; y: number } | null = null;
  let hovered: number | null = null;
  const hover = (unitId: number | null, x: number, y: number) => {
    const isPressed = unitId !== null || handlers.zoomsIn(x, y) || handlers.isSpot(x, y);
    map.getCanvas().style.cursor = handlers.pointed() !== null ? 'crosshair' : isPressed ? 'pointer' : '';
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
  map.on('mousemove', onMove);
  map.on('mouseout', onLeave);
  return () => {
    clearTimeout(timer);
    map.off('mousemove', onMove);
    map.off('mouseout', onLeave);
  };
}

/** Right clicks, and fingers that rest: some browsers report those as right clicks too, and must not be heard twice. */
function watchLongPress(map: MapLibreMap, { asked }: PointerHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouched = false;
  const release = () => clearTimeout(timer);
  const onTouch = ({ lngLat, points }: MapTouchEvent) => {
    release();
    isTouched = true;
    if (points.length !== 1) return;
    const { lng, lat } = lngLat.wrap();
    timer = setTimeout(() => asked(lng, lat), LONG_PRESS);
  };
  const onMouse = () => {
    isTouched = false;
  };
  const onMenu = ({ lngLat }: MapMouseEvent) => {
    if (isTouched) return;
    const { lng, lat } = lngLat.wrap();
    asked(lng, lat);
  };
  map.on('touchstart', onTouch);
  map.on('mousedown', onMouse);
  map.on('contextmenu', onMenu);
  for (const end of ['touchmove', 'touchend', 'touchcancel'] as const) map.on(end, release);
  return () => {
    release();
    map.off('touchstart', onTouch);
    map.off('mousedown', onMouse);
    map.off('contextmenu', onMenu);
    for (const end of ['touchmove', 'touchend', 'touchcancel'] as const) map.off(end, release);
  };
}
