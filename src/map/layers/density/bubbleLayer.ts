import { project32, type DefaultProps } from '@deck.gl/core';
import { unit } from '../../color.ts';
import type { MapPalette } from '../../palette.ts';
import { MOST_BUBBLES, type Bubble } from '../shared/densityGrid.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';
import { RecordLayer, type RecordLayerProps, type RecordLayout } from '../shared/recordLayer.ts';
import { Records } from '../shared/records.ts';
import type { CountAtlas } from './countAtlas.ts';

/** Words of a bubble: longitude, latitude, radius, three ends of arcs, left and upper edge of its count. */
const BUBBLE_WORDS = 8;
/** Of a turn: what needs somebody is seen however few of many it is. */
const LEAST_ARC = 0.08;

/**
 * Where the arcs of the ring end, in turns from the top clockwise: units without a fix, then those that are silent or
 * idle for too long, then those that move. The worst comes first.
 */
export function arcsOf({ count, noFix, silent, idlingLong, moving }: Bubble): readonly [number, number, number] {
  const least = (units: number): number => (units === 0 ? 0 : Math.max(LEAST_ARC, units / count));
  const first = least(noFix);
  const second = Math.min(1, first + least(silent + idlingLong));
  return [first, second, Math.min(1, second + moving / count)];
}

export function createBubbleRecords(changed: () => void): Records {
  return new Records({ size: BUBBLE_WORDS, room: 256, changed });
}

/** Writes all bubbles; when the atlas has no room left it is redrawn with these alone. */
export function writeBubbles(records: Records, bubbles: readonly Bubble[], atlas: CountAtlas): void {
  const words = records.prepare(bubbles.length);
  atlas.makeRoom(bubbles.length);
  bubbles.forEach((bubble, index) => {
    const { longitude, latitude, radius, count } = bubble;
    words.set([longitude, latitude, radius, ...arcsOf(bubble), ...atlas.place(count)], index * BUBBLE_WORDS);
  });
  records.replace(bubbles.length);
}

const BLOCK = `\
layout(std140) uniform bubbleUniforms {
  vec4 surface;
  vec4 ink;
  vec4 noFix;
  vec4 silent;
  vec4 moving;
  vec4 resting;
  vec2 box;
  vec2 atlasSize;
  float ratio;
} bubble;
`;

const bubbleUniforms = {
  name: 'bubble',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: {
    surface: 'vec4<f32>',
    ink: 'vec4<f32>',
    noFix: 'vec4<f32>',
    silent: 'vec4<f32>',
    moving: 'vec4<f32>',
    resting: 'vec4<f32>',
    box: 'vec2<f32>',
    atlasSize: 'vec2<f32>',
    ratio: 'f32',
  },
} as const;

const VERTEX = `#version 300 es
#define SHADER_NAME bubble-vertex
in vec2 positions;
in vec2 bubblePlace;
in vec4 bubbleShape;
in vec2 countPlace;
out vec2 vLocal;
flat out vec4 vShape;
flat out vec2 vCount;

${MOTION_GLSL}

void main(void) {
  vec4 center = motion_clip(bubblePlace, vec2(0.0), vec2(0.0));
  // A count is sharp only when its texels fall on device pixels.
  vec2 pixels = (center.xy / center.w * 0.5 + 0.5) * project.viewportSize;
  vec2 half_box = bubble.box * 0.5;
  center.xy += (round(pixels - half_box) + half_box - pixels) / project.viewportSize * 2.0 * center.w;
  vLocal = positions * (bubbleShape.x + 1.5);
  center.xy += motion_pixels(vLocal, center.w);
  gl_Position = center;
  vShape = bubbleShape;
  vCount = countPlace;
}`;

/** A disc with the count; the ring around it says by its arcs how many of them are in which state. */
const FRAGMENT = `#version 300 es
#define SHADER_NAME bubble-fragment
precision highp float;
uniform sampler2D counts;
in vec2 vLocal;
flat in vec4 vShape;
flat in vec2 vCount;
out vec4 fragColor;

void main(void) {
  float away = length(vLocal);
  float scale = bubble.ratio;
  float disc = clamp(0.5 - (away - vShape.x) * scale, 0.0, 1.0);
  float inside = clamp(0.5 - (away - vShape.x + 3.0) * scale, 0.0, 1.0);
  float turn = atan(vLocal.x, vLocal.y) / 6.28318530718;
  turn = turn < 0.0 ? turn + 1.0 : turn;
  vec3 ring = turn < vShape.y ? bubble.noFix.rgb
    : turn < vShape.z ? bubble.silent.rgb
    : turn < vShape.w ? bubble.moving.rgb
    : bubble.resting.rgb;
  vec3 color = mix(ring, bubble.surface.rgb, inside);
  vec2 texel = vec2(vLocal.x, -vLocal.y) * bubble.ratio + bubble.box * 0.5;
  if (all(greaterThanEqual(texel, vec2(0.0))) && all(lessThan(texel, bubble.box))) {
    color = mix(color, bubble.ink.rgb, texture(counts, (vCount + texel) / bubble.atlasSize).a);
  }
  if (disc < 0.01) discard;
  fragColor = vec4(color, disc);
}`;

export interface BubbleLayerProps extends RecordLayerProps {
  atlas: CountAtlas;
  palette: MapPalette;
  ratio: number;
}

/** Bubbles with counts, all in one draw. */
export class BubbleLayer extends RecordLayer<BubbleLayerProps> {
  static override layerName = 'BubbleLayer';
  static override defaultProps: DefaultProps<BubbleLayerProps> = { ratio: 1 };

  protected readonly layout: RecordLayout = {
    most: MOST_BUBBLES,
    words: BUBBLE_WORDS,
    sampler: 'counts',
    attributes: [
      { attribute: 'bubblePlace', format: 'float32x2', byteOffset: 0 },
      { attribute: 'bubbleShape', format: 'float32x4', byteOffset: 8 },
      { attribute: 'countPlace', format: 'float32x2', byteOffset: 24 },
    ],
  };

  protected shaders() {
    return { vs: VERTEX, fs: FRAGMENT, modules: [project32, bubbleUniforms] };
  }

  protected uniforms() {
    const { atlas, palette, ratio } = this.props;
    return {
      bubble: {
        surface: unit(palette.controlSurface),
        ink: unit(palette.controlText),
        noFix: unit(palette.marks.noFix.fill),
        silent: unit(palette.marks.silent.fill),
        moving: unit(palette.marks.moving.fill),
        resting: unit(palette.marks.parked.fill),
        box: [atlas.boxWidth, atlas.boxHeight],
        atlasSize: [atlas.canvas.width, atlas.canvas.height],
        ratio,
      },
    };
  }
}
