import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState, type ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import type { LonLat } from '../../../../domain/geometry/index.ts';
import type { FleetMap } from '../../../../map/index.ts';
import { Button, CloseIcon, IconButton, NativeSelect } from '../../../../ui/index.ts';
import { RINGS, RING_STEPS, circleAround, enclosedArea, ringStep, lineLength } from './sketch.ts';
import './tools.css';

/** What is drawn over the map by hand, and forgotten when it is closed. */
export type SketchKind = 'measure' | 'rings';

interface SketchProps {
  readonly kind: SketchKind;
  readonly map: FleetMap;
  readonly onClose: () => void;
}

/** A press that moved further than this moved the map, CSS px. */
const STILL = 4;

/** A path with its length and area, or rings around a point; clicks on the map set the points. */
export function Sketch({ kind, map, onClose }: SketchProps): ReactNode {
  const { t } = useTranslation();
  const surface = useRef<SVGSVGElement>(null);
  const [points, setPoints] = useState<readonly LonLat[]>([]);
  const [step, setStep] = useState<number | null>(null);
  const add = (point: LonLat): void => {
    setPoints((before) => (kind === 'rings' ? [point] : [...before, point]));
    if (step === null) setStep(ringStep(halfWidth(map)));
  };
  useRedrawn(map);
  useMapClicks(surface, map, add);
  useKeys(onClose, () => setPoints((before) => before.slice(0, -1)));
  const middle = (): void => {
    const { longitude, latitude } = map.camera();
    add([longitude, latitude]);
  };
  return (
    <>
      <svg ref={surface} className="map-sketch" aria-hidden="true">
        {kind === 'measure' ? (
          <SketchLine map={map} points={points} />
        ) : (
          <Rings map={map} center={points[0] ?? null} step={step ?? 0} />
        )}
      </svg>
      <div className="map-sketch-bar" role="toolbar" aria-label={t(`map.tools.${kind}`)}>
        {kind === 'measure' ? <Measured points={points} /> : <RingChoice step={step} onStep={setStep} />}
        <Button size="compact" variant="quiet" onPress={middle}>
          {t('map.tools.middle')}
        </Button>
        {points.length > 0 && (
          <Button size="compact" variant="quiet" onPress={() => setPoints([])}>
            {t('map.tools.clear')}
          </Button>
        )}
        <IconButton
          size="compact"
          label={t('map.tools.close')}
          icon={<CloseIcon aria-hidden="true" />}
          onPress={onClose}
        />
      </div>
    </>
  );
}

function Measured({ points }: { points: readonly LonLat[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const area = enclosedArea(points);
  if (points.length < 2) return <output>{t('map.tools.press')}</output>;
  return (
    <output>
      {t('map.tools.distance', { distance: formats.distance(lineLength(points)) })}
      {area !== null && ` · ${t('map.tools.area', { area: formats.area(area) })}`}
    </output>
  );
}

function RingChoice({ step, onStep }: { step: number | null; onStep: (step: number) => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  if (step === null) return <output>{t('map.tools.pressRings')}</output>;
  return (
    <NativeSelect
      className="timeline-select"
      label={t('map.tools.step')}
      value={String(step)}
      options={RING_STEPS.map((each) => ({ value: String(each), label: formats.distance(each) }))}
      onChange={(value) => onStep(Number(value))}
    />
  );
}

type Pixel = { readonly x: number; readonly y: number };
const pixels = (map: FleetMap, points: readonly LonLat[]): Pixel[] =>
  points.map(([longitude, latitude]) => map.pixelOf(longitude, latitude));
const path = (points: readonly Pixel[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

function SketchLine({ map, points }: { map: FleetMap; points: readonly LonLat[] }): ReactNode {
  const formats = useFormats();
  const drawn = pixels(map, points);
  return (
    <>
      {drawn.length > 2 && <polygon className="map-sketch-area" points={path(drawn)} />}
      <polyline className="map-sketch-casing" points={path(drawn)} />
      <polyline className="map-sketch-line" points={path(drawn)} />
      {drawn.map(({ x, y }, index) => (
        <g key={index}>
          <circle className="map-sketch-point" cx={x} cy={y} r={4} />
          {index > 0 && (
            <text className="map-sketch-text" x={x + 8} y={y - 8}>
              {formats.distance(lineLength(points.slice(0, index + 1)))}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

function Rings({ map, center, step }: { map: FleetMap; center: LonLat | null; step: number }): ReactNode {
  const formats = useFormats();
  const rings = useMemo(
    () =>
      center === null
        ? []
        : Array.from({ length: RINGS }, (_, index) => ({
            radius: step * (index + 1),
            points: circleAround(center, step * (index + 1)),
          })),
    [center, step],
  );
  if (center === null) return null;
  const middle = map.pixelOf(center[0], center[1]);
  return (
    <>
      <circle className="map-sketch-point" cx={middle.x} cy={middle.y} r={4} />
      {rings.map(({ radius, points }) => {
        const drawn = pixels(map, points);
        return (
          <g key={radius}>
            <polyline className="map-sketch-casing" points={path(drawn)} />
            <polyline className="map-sketch-line" points={path(drawn)} />
            <text className="map-sketch-text" x={drawn[0].x + 4} y={drawn[0].y - 4}>
              {formats.distance(radius)}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Half of what is seen from side to side, metres. */
function halfWidth(map: FleetMap): number {
  const { longitude, latitude } = map.camera();
  const { x, y } = map.pixelOf(longitude, latitude);
  const edge = map.placeAt(0, y);
  return x <= 0
    ? 0
    : lineLength([
        [longitude, latitude],
        [edge.longitude, edge.latitude],
      ]);
}

/** Renders again with every change of the camera. */
function useRedrawn(map: FleetMap): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => map.followView(redraw), [map]);
}

/** Presses on the map set points; they select no unit meanwhile. What moves the map is left to it. */
function useMapClicks(
  surface: { readonly current: Element | null },
  map: FleetMap,
  add: (point: LonLat) => void,
): void {
  const pressed = useEffectEvent(add);
  useEffect(() => {
    const area = surface.current?.parentElement;
    if (!area) return undefined;
    let down: Pixel = { x: 0, y: 0 };
    const isOfMap = (event: MouseEvent): boolean =>
      event.target instanceof Element && event.target.closest('.maplibregl-canvas-container') !== null;
    const onDown = (event: PointerEvent): void => void (down = { x: event.clientX, y: event.clientY });
    const onClick = (event: MouseEvent): void => {
      if (!isOfMap(event)) return;
      event.stopPropagation();
      if (event.type === 'dblclick' || Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL) return;
      const box = area.getBoundingClientRect();
      const { longitude, latitude } = map.placeAt(event.clientX - box.left, event.clientY - box.top);
      pressed([longitude, latitude]);
    };
    area.addEventListener('pointerdown', onDown, true);
    area.addEventListener('click', onClick, true);
    area.addEventListener('dblclick', onClick, true);
    return () => {
      area.removeEventListener('pointerdown', onDown, true);
      area.removeEventListener('click', onClick, true);
      area.removeEventListener('dblclick', onClick, true);
    };
  }, [surface, map]);
}

/** Escape closes, Backspace takes the last point back. */
function useKeys(close: () => void, back: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    if (event.key !== 'Escape' && event.key !== 'Backspace') return;
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Escape') close();
    else back();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
