import { project32, type DefaultProps } from '@deck.gl/core';
import { INSTANCE_WORDS } from '../../../streams/pipeline/fleetColumns.ts';
import type { MapClock } from '../shared/context.ts';
import { MOTION_ATTRIBUTES, MOTION_GLSL } from '../shared/motionShader.ts';
import { RecordLayer, type RecordLayerProps, type RecordLayout } from '../shared/recordLayer.ts';
import { Records } from '../shared/records.ts';

/** Labels drawn at most: beyond, a map is a list. */
export const MOST_LABELS = 600;
/** Words of one label: place, segment and time of its unit (8), atlas box (4), offset from the mark (2). */
export const LABEL_WORDS = 14;

export function createLabelRecords(changed: () => void): Records {
  return new Records({ size: LABEL_WORDS, room: MOST_LABELS, changed });
}

/** Copies place and segment of a unit's instance into label `index` of these words. */
export function copyMotion(words: Float32Array, index: number, instances: Float32Array, slot: number): void {
  const from = slot * INSTANCE_WORDS;
  const to = index * LABEL_WORDS;
  for (let word = 0; word < 8; word++) words[to + word] = instances[from + word] ?? 0;
}

const BLOCK = `\
layout(std140) uniform labelUniforms {
  float clock;
  float ratio;
  vec2 atlasSize;
} label;
`;

const labelUniforms = {
  name: 'label',
  vs: BLOCK,
  uniformTypes: { clock: 'f32', ratio: 'f32', atlasSize: 'vec2<f32>' },
} as const;

const VERTEX = `#version 300 es
#define SHADER_NAME label-vertex
in vec2 positions;
in vec2 unitHigh;
in vec2 unitLow;
in vec2 unitDelta;
in vec2 unitTime;
in vec4 atlasBox;
in vec2 labelOffset;
out vec2 vTexel;

${MOTION_GLSL}

void main(void) {
  gl_Position = motion_clip(unitHigh, unitLow, unitDelta * motion_progress(label.clock, unitTime));
  vec2 corner = positions * 0.5;
  vec2 size = atlasBox.zw / label.ratio;
  vec2 offset = labelOffset + corner * size;
  vec4 moved = gl_Position;
  moved.xy += motion_pixels(vec2(offset.x, -offset.y), moved.w);
  // Text is sharp only when its texels fall on device pixels.
  vec2 pixels = (moved.xy / moved.w * 0.5 + 0.5) * project.viewportSize;
  vec2 rounding = round(pixels - corner * atlasBox.zw * vec2(1.0, -1.0) - atlasBox.zw * 0.5) + atlasBox.zw * 0.5
    + corner * atlasBox.zw * vec2(1.0, -1.0) - pixels;
  moved.xy += rounding / project.viewportSize * 2.0 * moved.w;
  gl_Position = moved;
  vTexel = (atlasBox.xy + (corner + 0.5) * atlasBox.zw) / label.atlasSize;
}`;

const FRAGMENT = `#version 300 es
#define SHADER_NAME label-fragment
precision highp float;
uniform sampler2D names;
in vec2 vTexel;
out vec4 fragColor;
void main(void) {
  fragColor = texture(names, vTexel);
  if (fragColor.a < 0.01) discard;
}`;

export interface LabelLayerProps extends RecordLayerProps {
  clock: MapClock;
  ratio: number;
}

/** Names of units; they ride with their marks by the same motion, so they cost a frame nothing. */
export class LabelLayer extends RecordLayer<LabelLayerProps> {
  static override layerName = 'LabelLayer';
  static override defaultProps: DefaultProps<LabelLayerProps> = {
    clock: { type: 'object', value: { now: 0 }, compare: false },
    ratio: 1,
  };

  protected readonly layout: RecordLayout = {
    most: MOST_LABELS,
    words: LABEL_WORDS,
    sampler: 'names',
    attributes: [
      ...MOTION_ATTRIBUTES,
      { attribute: 'atlasBox', format: 'float32x4', byteOffset: 32 },
      { attribute: 'labelOffset', format: 'float32x2', byteOffset: 48 },
    ],
  };

  protected shaders() {
    return { vs: VERTEX, fs: FRAGMENT, modules: [project32, labelUniforms] };
  }

  protected uniforms() {
    const { atlas, clock, ratio } = this.props;
    return { label: { clock: clock.now, ratio, atlasSize: [atlas.canvas.width, atlas.canvas.height] } };
  }
}
