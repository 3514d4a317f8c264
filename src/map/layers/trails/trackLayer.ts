import { project32, type DefaultProps } from '@deck.gl/core';
import type { BufferLayout } from '@luma.gl/core';
import { unit, type Rgb } from '../../color.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';
import { WordsLayer, type WordsLayerProps } from '../shared/wordsLayer.ts';
import { TRACK_WORDS, type TrackPoints } from './track.ts';

const BLOCK = `\
layout(std140) uniform trackUniforms {
  float now;
  float width;
  vec2 unused;
  vec4 casing;
} track;
`;

const trackUniforms = {
  name: 'track',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: { now: 'f32', width: 'f32', unused: 'vec2<f32>', casing: 'vec4<f32>' },
} as const;

const VERTEX = `#version 300 es
#define SHADER_NAME track-vertex
in vec2 positions;
in vec2 highA;
in vec2 lowA;
in vec2 infoA;
in float colorA;
in vec2 highB;
in vec2 lowB;
in vec2 infoB;
in float colorB;
out vec2 vPixel;
out float vTime;
flat out float vLength;
flat out float vLink;
flat out vec3 vColor;

${MOTION_GLSL}

void main(void) {
  if (infoA.y < 0.5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 a = motion_clip(highA, lowA, vec2(0.0));
  vec4 b = motion_clip(highB, lowB, vec2(0.0));
  vec2 span = (b.xy / b.w - a.xy / a.w) * project.viewportSize * 0.5 / project.devicePixelRatio;
  float size = length(span);
  vec2 along = size > 0.0 ? span / size : vec2(1.0, 0.0);
  float reach = track.width * 0.5 + 2.0;
  bool start = positions.x < 0.0;
  vec4 end = start ? a : b;
  end.xy += motion_pixels((start ? -along : along) * reach + vec2(-along.y, along.x) * positions.y * reach, end.w);
  gl_Position = end;
  vPixel = vec2(start ? -reach : size + reach, positions.y * reach);
  vTime = start ? infoA.x : infoB.x;
  vLength = size;
  vLink = infoA.y;
  // The colour of a segment is that of the value where it ends: what was measured there is of the segment to it.
  vColor = floor(vec3(colorB / 65536.0, mod(colorB / 256.0, 256.0), mod(colorB, 256.0))) / 255.0;
}`;

/** The track behind the clock is solid, the track to come is faint; silence is dashed. */
const FRAGMENT = `#version 300 es
#define SHADER_NAME track-fragment
precision highp float;
in vec2 vPixel;
in float vTime;
flat in float vLength;
flat in float vLink;
flat in vec3 vColor;
out vec4 fragColor;
void main(void) {
  float away = length(vec2(vPixel.x - clamp(vPixel.x, 0.0, vLength), vPixel.y));
  bool silent = vLink > 1.5;
  float width = silent ? track.width * 0.5 : track.width;
  float scale = 1.0 / max(length(vec2(dFdx(vPixel.x), dFdy(vPixel.x))), 0.0001);
  float core = clamp(0.5 - (away - width * 0.5) * scale, 0.0, 1.0);
  // Only beside the line: over its ends the casing would cut into the neighbouring segment.
  bool beside = vPixel.x >= 0.0 && vPixel.x <= vLength;
  float edge = beside ? clamp(0.5 - (abs(vPixel.y) - width * 0.5 - 1.0) * scale, 0.0, 1.0) : 0.0;
  if (silent && mod(vPixel.x, 9.0) > 5.0) discard;
  float strength = (vTime <= track.now ? 1.0 : 0.38) * (silent ? 0.7 : 1.0);
  float alpha = max(core, edge * 0.8) * strength;
  if (alpha < 0.02) discard;
  fragColor = vec4(mix(track.casing.rgb, vColor, core), alpha);
}`;

export interface TrackLayerProps extends WordsLayerProps {
  points: TrackPoints;
  /** Timeline instant, Unix ms; read when drawn. */
  clock: { instant: number };
  casing: Rgb;
}

/** A point of a segment as a view of the buffer: the first from its start, the next one record on. */
const pointOf = (name: string, suffix: string, start: number): BufferLayout => ({
  name,
  byteStride: TRACK_WORDS * 4,
  stepMode: 'instance',
  attributes: [
    { attribute: `high${suffix}`, format: 'float32x2', byteOffset: start },
    { attribute: `low${suffix}`, format: 'float32x2', byteOffset: start + 8 },
    { attribute: `info${suffix}`, format: 'float32x2', byteOffset: start + 16 },
    { attribute: `color${suffix}`, format: 'float32', byteOffset: start + 24 },
  ],
});

/** The recorded ways of the selected units, to the metre. */
export class TrackLayer extends WordsLayer<TrackLayerProps> {
  static override layerName = 'TrackLayer';
  static override defaultProps: DefaultProps<TrackLayerProps> = {
    clock: { type: 'object', value: { instant: 0 }, compare: false },
    casing: { type: 'array', value: [0, 0, 0], compare: true },
  };

  protected readonly layout = [pointOf('point', 'A', 0), pointOf('nextPoint', 'B', TRACK_WORDS * 4)];

  protected shaders() {
    return { vs: VERTEX, fs: FRAGMENT, modules: [project32, trackUniforms] };
  }

  protected uniforms() {
    const { points, clock, casing } = this.props;
    const width = this.context.viewport.zoom < 9 ? 2.5 : 3.5;
    return { track: { now: (clock.instant - points.base) / 1_000, width, unused: [0, 0], casing: unit(casing) } };
  }
}
