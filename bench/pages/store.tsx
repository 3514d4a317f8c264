/**
 * The usual way as whole pages do it: reports of a message are folded into an immutable store
 * (immer, which freezes what it made), a filtered list is made of it, and from that one feature a
 * unit with its name and its time as text, for a clustered source and for the source of the selected
 * unit; the list beside the map and a status line are React components of the same store. The list
 * renders only what is seen. Our own code, after the way such pages are built.
 */
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection, Point } from 'geojson';
import { produce } from 'immer';
import { GeoJSONSource, Map as MapLibreMap, setWorkerUrl, type LayerSpecification } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import './store.css';
import { jsonReport, nextAnimationFrame } from './world.ts';
import type { UsualBench } from './usual.ts';

interface Device {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly status: string;
}

interface Report {
  readonly id: number;
  readonly deviceId: number;
  readonly fixTime: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number;
  readonly course: number;
}

interface State {
  readonly devices: Readonly<Record<number, Device>>;
  readonly positions: Readonly<Record<number, Report>>;
  readonly keyword: string;
  readonly selectedId: number;
}

const listeners = new Set<() => void>();
let state: State = { devices: {}, positions: {}, keyword: '', selectedId: 1 };

/** One action: a new state, and everybody who reads it is notified. */
function dispatch(
  change: (draft: { devices: Record<number, Device>; positions: Record<number, Report> }) => void,
): void {
  state = produce(state, change);
  for (const listener of listeners) listener();
}

function useSelector<Value>(select: (state: State) => Value): Value {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => select(state));
}

const timeText = (time: string): string =>
  new Date(time).toLocaleString(undefined, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

function featuresOf(
  positions: readonly Report[],
  devices: State['devices'],
  wanted: (report: Report) => boolean,
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: positions.filter(wanted).map((position) => {
      const device = devices[position.deviceId];
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
        properties: {
          id: position.id,
          deviceId: position.deviceId,
          name: device.name,
          fixTime: timeText(position.fixTime),
          category: device.category,
          color: device.status === 'online' ? 'success' : 'error',
          rotation: position.course,
          direction: true,
        },
      };
    }),
  };
}

const SOURCES = ['units', 'selected'] as const;

function addLayers(map: MapLibreMap): void {
  map.addImage('arrow', { width: 16, height: 16, data: new Uint8Array(16 * 16 * 4).fill(255) });
  for (const source of SOURCES) {
    const clustered = source === 'units' ? { cluster: true, clusterMaxZoom: 14, clusterRadius: 50 } : {};
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, ...clustered });
    const text = {
      'text-field': '{name}',
      'text-allow-overlap': true,
      'text-size': 12,
      'text-offset': [0, -1.5] as [number, number],
    };
    const marks: LayerSpecification = {
      id: source,
      type: 'symbol',
      source,
      filter: ['!has', 'point_count'],
      layout: {
        'icon-image': 'arrow',
        'icon-allow-overlap': true,
        'icon-rotate': ['get', 'rotation'],
        'icon-rotation-alignment': 'map',
        ...text,
      },
    };
    map.addLayer(marks);
  }
  map.addLayer({
    id: 'clusters',
    type: 'symbol',
    source: 'units',
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': 'arrow',
      'text-field': '{point_count_abbreviated}',
      'text-allow-overlap': true,
      'text-size': 12,
    },
  });
}

setWorkerUrl(workerUrl);
let map: MapLibreMap | null = null;
const mapReady = Promise.withResolvers<void>();

function UnitMap({ positions }: { positions: readonly Report[] }): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const devices = useSelector((current) => current.devices);
  const selectedId = useSelector((current) => current.selectedId);
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (container.current === null) return;
    const made = new MapLibreMap({
      container: container.current,
      style: { version: 8, sources: {}, layers: [] },
      center: [0, 20],
      zoom: 1,
      attributionControl: false,
    });
    map = made;
    void made.once('load', () => {
      addLayers(made);
      setLoaded(true);
      mapReady.resolve();
    });
  }, []);
  useEffect(() => {
    if (!loaded) return;
    for (const source of SOURCES) {
      const found = map?.getSource(source);
      if (found instanceof GeoJSONSource)
        found.setData(
          featuresOf(positions, devices, ({ deviceId }) => (deviceId === selectedId) === (source === 'selected')),
        );
    }
  }, [positions, devices, selectedId, loaded]);
  return <div id="map" ref={container} />;
}

/** As many rows as fit, read from the store one by one. */
function UnitRow({ device }: { device: Device }): ReactNode {
  const position = useSelector((current) => current.positions[device.id]);
  return (
    <li>
      {device.name} · {device.status} ·{' '}
      {position ? `${Math.round(position.speed * 1.852)} km/h · ${timeText(position.fixTime)}` : ''}
    </li>
  );
}

function Page(): ReactNode {
  const devices = useSelector((current) => current.devices);
  const positions = useSelector((current) => current.positions);
  const keyword = useSelector((current) => current.keyword);
  const filtered = useMemo(
    () => Object.values(devices).filter((device) => device.name.toLowerCase().includes(keyword)),
    [devices, keyword],
  );
  const shown = useMemo(
    () => filtered.map((device) => positions[device.id]).filter((position) => position !== undefined),
    [filtered, positions],
  );
  const online = Object.values(devices).filter(({ status }) => status === 'online').length;
  return (
    <div id="screen">
      <div id="list">
        <p>
          {online} online of {filtered.length}, {shown.length} with a position
        </p>
        <ul>
          {filtered.slice(0, 12).map((device) => (
            <UnitRow key={device.id} device={device} />
          ))}
        </ul>
      </div>
      <UnitMap positions={shown} />
    </div>
  );
}

let units = 0;
let count = 0;

/** Messages that are ready before the rounds: reading them has rows of its own. */
const READY = 8;
let messages: Report[][] = [];

function message(round: number): Report[] {
  return Array.from({ length: units }, (_, unit) => jsonReport(unit, round) as Report);
}

async function report(reports: readonly Report[]): Promise<void> {
  dispatch((draft) => {
    for (const each of reports) draft.positions[each.deviceId] = each;
  });
  await nextAnimationFrame();
  await new Promise((resolve) => void map?.once('idle', resolve));
}

const bench: UsualBench = {
  async start(_method, wanted) {
    units = wanted;
    createRoot(document.getElementById('page') ?? document.body).render(<Page />);
    await mapReady.promise;
    dispatch((draft) => {
      for (let unit = 0; unit < units; unit++)
        draft.devices[unit + 1] = { id: unit + 1, name: `Truck ${unit + 1}`, category: 'truck', status: 'online' };
    });
    messages = Array.from({ length: READY }, (_, round) => message(round));
    await report(messages[0]);
  },
  async round() {
    count++;
    await report(messages[count] ?? message(count));
  },
};
window.usual = bench;
