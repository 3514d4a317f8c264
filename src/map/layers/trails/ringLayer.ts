import {
  WebMercatorViewport,
  project32,
  type DefaultProps,
  type LayerProps,
  type UpdateParameters,
} from '@deck.gl/core';
import { Buffer, type Device } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { unit, type Rgb } from '../../color.ts';
import { ModelLayer } from '../shared/modelLayer.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';
import { createQuad } from '../shared/quad.ts';
import { COORDINATE_SCALE } from '../../../domain/base/index.ts';
import type { TrailRing } from '../../../streams/pipeline/index.ts';
import type { TrailMask } from './trailMask.ts';

const BLOCK = `\
layout(std140) uniform trailUniforms {
  ivec2 origin;
  vec2 originRest;
  vec4 color;
  int units;
  int rows;
  int head;
  float width;
} trail;
`;

const trailUniforms = {
  name: 'trail',
  vs: BLOCK,
  uniformTypes: {
    origin: 'vec2<i32>',
    originRest: 'vec2<f32>',
    color: 'vec4<f32>',
    units: 'i32',
    rows: 'i32',
    head: 'i32',
    width: 'f32',
  },
} as const;

/**
 * An instance is the segment from one row's point to the next row's: the same buffer is read twice,
 * one row apart, and the row after the last repeats the first. Whole numbers minus a whole origin
 * keep a centimetre at every zoom.
 */
const VERTEX = `#version 300 es
#define SHADER_NAME trail-vertex
in vec2 positions;
in ivec2 pointA;
in ivec2 pointB;
out vec4 vColor;
// Device pixels from the middle of the line, and half its width: the edge is smoothed by the fragment.
out vec2 vAcross;

${MOTION_GLSL}

vec4 trail_clip(ivec2 point) {
  if (project.projectionMode == PROJECTION_MODE_WEB_MERCATOR_AUTO_OFFSET) {
    vec2 rest = vec2(point - trail.origin) * 1e-7 - trail.originRest;
    return project_position_to_clipspace(project.coordinateOrigin, vec3(rest, 0.0), vec3(0.0));
  }
  return project_position_to_clipspace(vec3(vec2(point) * 1e-7, 0.0), vec3(0.0), vec3(0.0));
}

void main(void) {
  int age = (trail.head - gl_InstanceID / trail.units + trail.rows) % trail.rows;
  bool empty = pointA.x == 2147483647 || pointB.x == 2147483647;
  bool stopped = pointA == pointB;
  bool wrapped = abs(pointA.x / 2 - pointB.x / 2) > 900000000;
  if (age == 0 || empty || stopped || wrapped) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 a = trail_clip(pointA);
  vec4 b = trail_clip(pointB);
  vec2 along = (b.xy / b.w - a.xy / a.w) * project.viewportSize;
  along = length(along) > 0.0 ? normalize(along) : vec2(1.0, 0.0);
  vec4 end = positions.x < 0.0 ? a : b;
  float reach = trail.width * 0.5 + 0.5 / project.devicePixelRatio;
  end.xy += motion_pixels(vec2(-along.y, along.x) * positions.y * reach, end.w);
  vAcross = vec2(positions.y * reach, trail.width * 0.5) * project.devicePixelRatio;
  gl_Position = end;
  float youth = 1.0 - (float(age) - (positions.x > 0.0 ? 1.0 : 0.0)) / float(trail.rows);
  vColor = vec4(trail.color.rgb, trail.color.a * youth * youth);
}`;

const FRAGMENT = `#version 300 es
#define SHADER_NAME trail-fragment
precision highp float;
in vec4 vColor;
in vec2 vAcross;
out vec4 fragColor;
void main(void) {
  fragColor = vec4(vColor.rgb, vColor.a * clamp(vAcross.y - abs(vAcross.x) + 0.5, 0.0, 1.0));
}`;

export interface RingLayerProps extends LayerProps {
  ring: TrailRing;
  mask: TrailMask;
  /** Grows when the ring's rows got another length. */
  generation: number;
  color: Rgb;
  /** Segments drawn at most; for measuring. */
  drawLimit?: number;
}

/** Fading trails of the whole fleet; a tick costs one write. */
export class RingLayer extends ModelLayer<RingLayerProps> {
  static override layerName = 'RingLayer';
  static override defaultProps: DefaultProps<RingLayerProps> = {
    generation: 0,
    color: { type: 'array', value: [0, 0, 0], compare: true },
    drawLimit: { type: 'number', value: Number.POSITIVE_INFINITY },
  };

  declare state: { model?: Model; buffer?: Buffer; sent?: number; masked?: number };

  protected shaders() {
    return { vs: VERTEX, fs: FRAGMENT, modules: [project32, trailUniforms] };
  }

  override getNumInstances(): number {
    return this.props.ring.units * this.props.ring.rows;
  }

  override updateState(parameters: UpdateParameters<this>): void {
    if (parameters.props.generation !== parameters.oldProps.generation) {
      this.state.model?.destroy();
      this.setState({ model: undefined });
    }
    super.updateState(parameters);
  }

  protected createModel(device: Device): Model {
    const { ring } = this.props;
    const rowBytes = ring.units * 8;
    this.state.buffer?.destroy();
    const buffer = device.createBuffer({
      id: 'trails',
      usage: Buffer.VERTEX | Buffer.COPY_DST,
      byteLength: ring.data.byteLength,
    });
    this.setState({ buffer, sent: -1, masked: -1 });
    return new Model(device, {
      ...this.getShaders(),
      id: this.props.id,
      isInstanced: true,
      bufferLayout: [
        {
          name: 'row',
          byteStride: 8,
          stepMode: 'instance',
          attributes: [{ attribute: 'pointA', format: 'sint32x2', byteOffset: 0 }],
        },
        {
          name: 'nextRow',
          byteStride: 8,
          stepMode: 'instance',
          attributes: [{ attribute: 'pointB', format: 'sint32x2', byteOffset: rowBytes }],
        },
      ],
      geometry: createQuad(),
      attributes: { row: buffer, nextRow: buffer },
    });
  }

  /** Sends the rows that are newer than what was sent; row 0 also to its copy after the last. */
  #send(buffer: Buffer): void {
    const { ring, mask } = this.props;
    const sent = this.state.masked === mask.version ? (this.state.sent ?? -1) : -1;
    if (sent === ring.version) return;
    for (let row = 0; row < ring.rows; row++) {
      if ((ring.versions[row] ?? 0) <= sent) continue;
      const points = mask.row(ring, row);
      buffer.write(points, row * points.byteLength);
      if (row === 0) buffer.write(points, ring.rows * points.byteLength);
    }
    this.state.sent = ring.version;
    this.state.masked = mask.version;
  }

  override draw(): void {
    const { model, buffer } = this.state;
    const { ring, color, drawLimit = Number.POSITIVE_INFINITY } = this.props;
    if (!model || !buffer || ring.units === 0 || ring.head < 0) return;
    this.#send(buffer);
    const { viewport } = this.context;
    if (!(viewport instanceof WebMercatorViewport)) return;
    const { zoom } = viewport;
    const [x, y] = [Math.fround(viewport.longitude), Math.fround(viewport.latitude)];
    const origin = [Math.round(x * COORDINATE_SCALE), Math.round(y * COORDINATE_SCALE)] as const;
    model.setInstanceCount(Math.min(ring.units * ring.rows, drawLimit));
    model.shaderInputs.setProps({
      trail: {
        origin,
        originRest: [x - origin[0] / COORDINATE_SCALE, y - origin[1] / COORDINATE_SCALE],
        color: unit(color, 0.75),
        units: ring.units,
        rows: ring.rows,
        head: ring.head,
        width: zoom < 8 ? 1.2 : 2,
      },
    });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<RingLayerProps>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer?.destroy();
  }
}
