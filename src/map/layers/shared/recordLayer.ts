import type { LayerProps } from '@deck.gl/core';
import { Buffer, type BufferAttributeLayout, type Device, type Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { ModelLayer } from './modelLayer.ts';
import { createQuad } from './quad.ts';

/** A layer's records on the CPU; the layer sends them when `version` grew. */
export interface InstanceRecords {
  words: Float32Array;
  count: number;
  version: number;
}

/** Words drawn by the browser on a canvas, of which a layer keeps a copy on the GPU. */
export interface TextAtlas {
  readonly canvas: HTMLCanvasElement;
  /** Rows of pixels that changed since the last call; null when none did. */
  takeDirty(): { y: number; height: number } | null;
  /** The texture is new: all rows must be sent. */
  touch(): void;
}

export interface RecordLayerProps extends LayerProps {
  records: InstanceRecords;
  atlas: TextAtlas;
}

/** How a layer's records lie in their buffer. */
export interface RecordLayout {
  /** Records at most: the buffer is made once. */
  readonly most: number;
  /** Words of a record. */
  readonly words: number;
  readonly attributes: BufferAttributeLayout[];
  /** The atlas's name in the fragment shader. */
  readonly sampler: string;
}

/** A quad a record, with words from an atlas: all in one draw, and nothing is sent that did not change. */
export abstract class RecordLayer<Props extends RecordLayerProps> extends ModelLayer<Props> {
  static override layerName = 'RecordLayer';

  declare state: { model?: Model; buffer?: Buffer; texture?: Texture; sent?: number };

  protected abstract readonly layout: RecordLayout;

  /** The layer's uniforms for this frame. */
  protected abstract uniforms(): Parameters<Model['shaderInputs']['setProps']>[0];

  override getNumInstances(): number {
    return this.props.records.count;
  }

  protected createModel(device: Device): Model {
    const { most, words, attributes, sampler } = this.layout;
    const { id, atlas } = this.props;
    const { width, height } = atlas.canvas;
    this.#destroyBuffers();
    const buffer = device.createBuffer({ id, usage: Buffer.VERTEX | Buffer.COPY_DST, byteLength: most * words * 4 });
    const texture = device.createTexture({
      id: `${id}-${sampler}`, width, height, format: 'rgba8unorm',
      sampler: { minFilter: 'nearest', magFilter: 'nearest', addressModeU: 'clamp-to-edge', addressModeV: 'clamp-to-edge' },
    });
    this.setState({ buffer, texture, sent: -1 });
    atlas.touch();
    return new Model(device, {
      ...this.getShaders(),
      id,
      isInstanced: true,
      bufferLayout: [{ name: 'records', byteStride: words * 4, stepMode: 'instance', attributes }],
      geometry: createQuad(),
      attributes: { records: buffer },
      bindings: { [sampler]: texture },
    });
  }

  override draw(): void {
    const { model, buffer, texture } = this.state;
    const { records, atlas } = this.props;
    if (!model || !buffer || !texture || records.count === 0) return;
    const dirty = atlas.takeDirty();
    if (dirty) {
      const { canvas } = atlas;
      texture.copyExternalImage({ image: canvas, sourceY: dirty.y, y: dirty.y, width: canvas.width, height: dirty.height });
    }
    if (this.state.sent !== records.version) {
      buffer.write(records.words.subarray(0, records.count * this.layout.words));
      this.state.sent = records.version;
    }
    model.setInstanceCount(records.count);
    model.shaderInputs.setProps(this.uniforms());
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<Props>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.#destroyBuffers();
  }

  #destroyBuffers(): void {
    this.state.buffer?.destroy();
    this.state.texture?.destroy();
  }
}
