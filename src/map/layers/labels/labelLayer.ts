import { project32, type DefaultProps, type LayerProps } from '@deck.gl/core';
import { Buffer, type Device, type Texture } from '@luma.gl/core';
import { Geometry, Model } from '@luma.gl/engine';
import { INSTANCE_WORDS } from '../../../streams/pipeline/fleetColumns.ts';
import type { MapClock } from '../shared/context.ts';
import { ModelLayer } from '../shared/modelLayer.ts';
import { MOTION_GLSL } from '../shared/motionShader.ts';
import type { LabelAtlas } from './labelAtlas.ts';

/** Labels drawn at most: beyond, a map is a list. */
export const MOST_LABELS = 600;
/** Words of one label: place, way and time of its unit (8), atlas box (4), offset from the mark (2). */
export const LABEL_WORDS = 14;
const LABEL_BYTES = LABEL_WORDS * 4;

/** The labels' records on the CPU; the layer sends them when `version` grew. */
export interface LabelRecords {
  readonly words: Float32Array;
  count: number;
  version: number;
}

export function createLabelRecords(): LabelRecords {
  return { words: new Float32Array(MOST_LABELS * LABEL_WORDS), count: 0, version: 0 };
}

/** Copies place and way of a unit's instance into label `index`. */
export function copyMotion(records: LabelRecords, index: number, instances: Float32Array, slot: number): void {
  const from = slot * INSTANCE_WORDS;
  const to = index * LABEL_WORDS;
  for (let word = 0; word < 8; word++) records.words[to + word] = instances[from + word] ?? 0;
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
in vec2 unitWay;
in vec2 unitTime;
in vec4 atlasBox;
in vec2 labelOffset;
out vec2 vTexel;

${MOTION_GLSL}

void main(void) {
  gl_Position = motion_clip(unitHigh, unitLow, unitWay * motion_progress(label.clock, unitTime));
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

export interface LabelLayerProps extends LayerProps {
  clock: MapClock;
  atlas: LabelAtlas;
  records: LabelRecords;
  ratio: number;
}

/** Names of units; they ride with their marks by the same motion, so they cost a frame nothing. */
export class LabelLayer extends ModelLayer<LabelLayerProps> {
  static override layerName = 'LabelLayer';
  static override defaultProps: DefaultProps<LabelLayerProps> = {
    clock: { type: 'object', value: { now: 0 }, compare: false },
    atlas: { type: 'object', value: null as never, compare: false },
    records: { type: 'object', value: null as never, compare: false },
    ratio: 1,
  } as unknown as DefaultProps<LabelLayerProps>;

  declare state: { model?: Model; buffer?: Buffer; texture?: Texture; sent?: number };

  override getShaders(): object {
    return super.getShaders({ vs: VERTEX, fs: FRAGMENT, modules: [project32, labelUniforms] }) as object;
  }

  override getNumInstances(): number {
    return this.props.records.count;
  }

  protected createModel(device: Device): Model {
    const { canvas } = this.props.atlas;
    this.state.buffer?.destroy();
    this.state.texture?.destroy();
    const buffer = device.createBuffer({
      id: 'labels',
      usage: Buffer.VERTEX | Buffer.COPY_DST,
      byteLength: MOST_LABELS * LABEL_BYTES,
    });
    const texture = device.createTexture({
      id: 'label-atlas',
      width: canvas.width,
      height: canvas.height,
      format: 'rgba8unorm',
      sampler: { minFilter: 'nearest', magFilter: 'nearest', addressModeU: 'clamp-to-edge', addressModeV: 'clamp-to-edge' },
    });
    this.setState({ buffer, texture, sent: -1 });
    this.props.atlas.touch();
    return new Model(device, {
      ...this.getShaders(),
      id: this.props.id,
      isInstanced: true,
      bufferLayout: [
        {
          name: 'labels',
          byteStride: LABEL_BYTES,
          stepMode: 'instance',
          attributes: [
            { attribute: 'unitHigh', format: 'float32x2', byteOffset: 0 },
            { attribute: 'unitLow', format: 'float32x2', byteOffset: 8 },
            { attribute: 'unitWay', format: 'float32x2', byteOffset: 16 },
            { attribute: 'unitTime', format: 'float32x2', byteOffset: 24 },
            { attribute: 'atlasBox', format: 'float32x4', byteOffset: 32 },
            { attribute: 'labelOffset', format: 'float32x2', byteOffset: 48 },
          ],
        },
      ],
      geometry: new Geometry({
        topology: 'triangle-strip',
        attributes: { positions: { size: 2, value: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) } },
      }),
      attributes: { labels: buffer },
      bindings: { names: texture },
    });
  }

  override draw(): void {
    const { model, buffer, texture } = this.state;
    const { records, atlas, clock, ratio } = this.props;
    if (!model || !buffer || !texture || records.count === 0) return;
    const dirty = atlas.takeDirty();
    if (dirty) {
      const { canvas } = atlas;
      texture.copyExternalImage({ image: canvas, sourceY: dirty.y, y: dirty.y, width: canvas.width, height: dirty.height });
    }
    if (this.state.sent !== records.version) {
      buffer.write(records.words.subarray(0, records.count * LABEL_WORDS));
      this.state.sent = records.version;
    }
    model.setInstanceCount(records.count);
    model.shaderInputs.setProps({ label: { clock: clock.now, ratio, atlasSize: [atlas.canvas.width, atlas.canvas.height] } });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<LabelLayerProps>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer?.destroy();
    this.state.texture?.destroy();
  }
}
