import type { Layer } from '@deck.gl/core';
import type { TrailRing } from '../../../streams/pipeline/index.ts';
import type { MapLayerModule } from '../shared/context.ts';
import { RingLayer } from './ringLayer.ts';
import { layOutTracks, type TrackPoints, type UnitTrack } from './track.ts';
import { TrackLayer } from './trackLayer.ts';

export type { UnitTrack } from './track.ts';

export interface TrailModule extends MapLayerModule {
  setTracks(tracks: readonly UnitTrack[]): void;
}

/** `ring` is sampled here and refilled after a seek by whoever owns it. Where units came from: the fleet's last minutes, and the recorded way of those selected. */
export function createTrails(ring: TrailRing, changed: () => void): TrailModule {
  const clock = { instant: 0 };
  let tracks: TrackPoints = layOutTracks([]);
  let ringLayer: RingLayer | null = null;
  let drawn = -1;
  let sent = -1;

  return {
    id: 'trails',
    setTracks(next) {
      tracks = layOutTracks(next);
      changed();
    },
    layers({ trails, palette }) {
      const layers: Layer[] = [];
      const flat = { depthCompare: 'always', depthWriteEnabled: false } as const;
      drawn = ring.generation;
      sent = ring.version;
      ringLayer = null;
      if (trails === 'fleet' && ring.units > 0) {
        ringLayer = new RingLayer({ id: 'trails', ring, generation: ring.generation, color: palette.trail, parameters: flat });
        layers.push(ringLayer);
      }
      if (trails !== 'off' && tracks.count > 0) {
        layers.push(new TrackLayer({ id: 'tracks', points: tracks, clock, color: palette.selection, casing: palette.halo, parameters: flat }));
      }
      return layers;
    },
    frame(frame) {
      clock.instant = frame.instant;
    },
    settle(frame, { trails }) {
      if (trails !== 'fleet') return false;
      ring.sample(frame.fleet, frame.instant);
      if (ring.generation !== drawn) {
        changed();
        return true;
      }
      if (ring.version === sent || !ringLayer) return false;
      sent = ring.version;
      (ringLayer.getCurrentLayer() as RingLayer | null)?.push();
      return true;
    },
  };
}
