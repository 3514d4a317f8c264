import type { Layer } from '@deck.gl/core';
import { TrailRing, type FleetFrame, type TrailSampler } from '../../../streams/pipeline/index.ts';
import type { MapPalette } from '../../palette.ts';
import type { MapLayerModule } from '../shared/context.ts';
import { InstanceReader } from '../shared/instances.ts';
import { TrailPace } from './pace.ts';
import { RingLayer } from './ringLayer.ts';
import { layOutTracks, type TrackPoints, type UnitTrack } from './track.ts';
import { TrackLayer } from './trackLayer.ts';
import { TrailMask } from './trailMask.ts';

export type { UnitTrack } from './track.ts';

/** With one every five seconds, five minutes of track behind every unit; 480 bytes each. */
const POINTS = 60;
const INTERVAL = 5_000;

export interface TrailModule extends MapLayerModule {
  setTracks(tracks: readonly UnitTrack[]): void;
  /** Lines of a shape that is asked about, whatever trails are drawn. Longitude first. */
  setOutline(lines: readonly (readonly (readonly [longitude: number, latitude: number])[])[]): void;
}

export interface TrailOptions {
  /** The fleet's recorded past; without it trails begin when they are switched on. */
  readonly samplePast?: TrailSampler;
  /** Called when the list of layers must be built again. */
  readonly rebuild: () => void;
  /** Called when what the layers draw is another. */
  readonly redrawNeeded: () => void;
  /** Points of a fleet trail. */
  readonly points?: number;
  /** Segments drawn at most; for measuring. */
  readonly drawLimit?: number;
}

/** Where units came from: the fleet's last minutes, and the recorded track of those selected. */
export function createTrails({
  samplePast,
  rebuild,
  redrawNeeded,
  points = POINTS,
  drawLimit,
}: TrailOptions): TrailModule {
  const clock = { instant: 0 };
  const ring = new TrailRing({ rows: points, interval: INTERVAL });
  const pace = new TrailPace(INTERVAL);
  const mask = new TrailMask();
  const reader = new InstanceReader();
  const tracks = laidOutTracks();
  const outline = laidOutTracks();
  let drawn = -1;

  const bring = (frame: FleetFrame): boolean => {
    ring.setInterval(pace.at(frame));
    if (frame.mode === 'live' || samplePast === undefined) return ring.sample(frame.fleet, frame.instant);
    return ring.follow(frame.fleet, frame.instant, samplePast);
  };

  return {
    id: 'trails',
    setTracks(next) {
      tracks.set(next);
      rebuild();
    },
    setOutline(lines) {
      // Times of zero lie behind every clock: the lines are solid.
      outline.set(
        lines.map((line) => ({
          unitId: 0,
          times: new Float64Array(line.length),
          longitudes: Float64Array.from(line, ([longitude]) => longitude),
          latitudes: Float64Array.from(line, ([, latitude]) => latitude),
        })),
      );
      rebuild();
    },
    layers({ trails, palette }) {
      const layers: Layer[] = [];
      const flat = { depthCompare: 'always', depthWriteEnabled: false } as const;
      drawn = ring.generation;
      if (trails === 'fleet' && ring.units > 0) {
        layers.push(
          new RingLayer({
            id: 'trails',
            ring,
            mask,
            generation: ring.generation,
            color: palette.trail,
            drawLimit,
            parameters: flat,
          }),
        );
      }
      for (const [id, points] of [
        ['outline', outline.in(palette)],
        ['tracks', trails === 'off' ? null : tracks.in(palette)],
      ] as const) {
        if (points !== null && points.count > 0)
          layers.push(new TrackLayer({ id, points, clock, casing: palette.halo, parameters: flat }));
      }
      return layers;
    },
    frame(frame) {
      clock.instant = frame.instant;
    },
    settle(frame, { trails }) {
      if (trails !== 'fleet') return;
      const moved = bring(frame);
      const masked = mask.refresh(reader.attach(frame.fleet), frame.fleet);
      if (ring.generation !== drawn) rebuild();
      if (moved || masked) redrawNeeded();
    },
  };
}

/** Lines as the graphics card takes them, made again where they or the colours change. */
function laidOutTracks() {
  let tracks: readonly UnitTrack[] = [];
  let laidOut: { palette: MapPalette; points: TrackPoints } | null = null;
  return {
    set(next: readonly UnitTrack[]): void {
      tracks = next;
      laidOut = null;
    },
    in(palette: MapPalette): TrackPoints {
      if (laidOut?.palette !== palette) laidOut = { palette, points: layOutTracks(tracks, palette) };
      return laidOut.points;
    },
  };
}
