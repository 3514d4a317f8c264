import { project32, type DefaultProps } from '@deck.gl/core';
import type { BufferLayout } from '@luma.gl/core';
import { unit } from '../../color.ts';
import type { MapPalette } from '../../palette.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';
import { WordsLayer, type WordsLayerProps } from '../shared/wordsLayer.ts';
import { SPOT_WORDS } from './spots.ts';

const BLOCK = `\
layout(std140) uniform spotUniforms {
  vec4 start;
  vec4 end;
  vec4 event;
  vec4 alarm;
  vec4 point;
  vec4 refused;
  vec4 edge;
  float ratio;
} spot;
`;

const COLOR = 'vec4<f32>';
const spotUniforms = {
  name: 'spot',
  vs: BLOCK,
  fs: BLOCK,
  uniformTypes: {
    start: COLOR,
    end: COLOR,
    event: COLOR,
    alarm: COLOR,
    point: COLOR,
    refused: COLOR,
    edge: COLOR,
    ratio: 'f32',
  },
} as const;

const VERTEX = `#version 300 es
#define SHADER_NAME spot-vertex
in vec2 positions;
in vec2 spotHigh;
in vec2 spotLow;
in vec2 spotShape;
out vec2 vLocal;
flat out vec2 vShape;

${MOTION_GLSL}

void main(void) {
  vec4 center = motion_clip(spotHigh, spotLow, vec2(0.0));
  vLocal = positions * (spotShape.y + 2.0);
  center.xy += motion_pixels(vLocal, center.w);
  gl_Position = center;
  vShape = spotShape;
}`;

/**
 * A disc with an edge that parts it from any ground; ends of trips and points have a hole, so that they differ in more
 * than colour. Refused fixes are faint.
 */
const FRAGMENT = `#version 300 es
#define SHADER_NAME spot-fragment
precision highp float;
in vec2 vLocal;
flat in vec2 vShape;
out vec4 fragColor;

vec4 look_color(float look) {
  if (look < 0.5) return spot.start;
  if (look < 1.5) return spot.end;
  if (look < 2.5) return spot.event;
  if (look < 3.5) return spot.alarm;
  if (look < 4.5) return spot.point;
  return spot.refused;
}

void main(void) {
  float look = vShape.x;
  float radius = vShape.y;
  float away = look > 0.5 && look < 1.5 ? max(abs(vLocal.x), abs(vLocal.y)) : length(vLocal);
  float outer = clamp(0.5 - (away - radius) * spot.ratio, 0.0, 1.0);
  float inner = clamp(0.5 - (away - radius + 2.0) * spot.ratio, 0.0, 1.0);
  bool hollow = look < 0.5 || look > 3.5;
  float hole = hollow ? clamp(0.5 - (away - radius * 0.38) * spot.ratio, 0.0, 1.0) : 0.0;
  if (outer < 0.01) discard;
  vec3 color = mix(spot.edge.rgb, look_color(look).rgb, inner * (1.0 - hole));
  fragColor = vec4(color, look > 4.5 ? outer * 0.7 : outer);
}`;

export interface SpotLayerProps extends WordsLayerProps {
  palette: MapPalette;
  ratio: number;
}

/** Places that a list is about, all in one draw. */
export class SpotLayer extends WordsLayer<SpotLayerProps> {
  static override layerName = 'SpotLayer';
  static override defaultProps: DefaultProps<SpotLayerProps> = { ratio: 1 };

  protected readonly layout: readonly BufferLayout[] = [
    {
      name: 'spots',
      byteStride: SPOT_WORDS * 4,
      stepMode: 'instance',
      attributes: [
        { attribute: 'spotHigh', format: 'float32x2', byteOffset: 0 },
        { attribute: 'spotLow', format: 'float32x2', byteOffset: 8 },
        { attribute: 'spotShape', format: 'float32x2', byteOffset: 16 },
      ],
    },
  ];

  protected shaders() {
    return { vs: VERTEX, fs: FRAGMENT, modules: [project32, spotUniforms] };
  }

  protected uniforms() {
    const { palette, ratio } = this.props;
    const { marks } = palette;
    return {
      spot: {
        start: unit(marks.moving.fill),
        end: unit(marks.parked.fill),
        event: unit(palette.trail),
        alarm: unit(marks.noFix.fill),
        point: unit(palette.selection),
        refused: unit(marks.noFix.fill),
        edge: unit(palette.halo),
        ratio,
      },
    };
  }
}
