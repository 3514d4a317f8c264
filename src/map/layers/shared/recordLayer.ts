import type { LayerProps } from '@deck.gl/core';
import type { BufferAttributeLayout, Device } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { AtlasTexture, type AtlasSource } from './atlasTexture.ts';
import { ModelLayer } from './modelLayer.ts';
import { createQuad } from './quad.ts';
import { RecordBuffer } from './recordBuffer.ts';
import type { Records } from './records.ts';

export interface RecordLayerProps extends LayerProps {
  records: Records;
  atlas: AtlasSource;
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

  declare state: { model?: Model; records?: RecordBuffer; texture?: AtlasTexture };

  protected abstract readonly layout: RecordLayout;

  /** The layer's uniforms for this frame. */
  protected abstract uniforms(): Parameters<Model['shaderInputs']['setProps']>[0];

  override getNumInstances(): number {
    return this.props.records.count;
  }

  protected createModel(device: Device): Model {
    const { most, words, attributes, sampler } = this.layout;
    const { id, atlas } = this.props;
    this.#destroyBuffers();
    const records = new RecordBuffer(device, id, most, words);
    const texture = new AtlasTexture(device, `${id}-${sampler}`, atlas);
    this.setState({ records, texture });
    return new Model(device, {
      ...this.getShaders(),
      id,
      isInstanced: true,
      bufferLayout: [{ name: 'records', byteStride: words * 4, stepMode: 'instance', attributes }],
      geometry: createQuad(),
      attributes: { records: records.buffer },
      bindings: { [sampler]: texture.texture },
    });
  }

  override draw(): void {
    const { model, texture } = this.state;
    const { records } = this.props;
    if (!model || !texture || records.count === 0) return;
    texture.update();
    this.state.records?.update(records);
    model.setInstanceCount(records.count);
    model.shaderInputs.setProps(this.uniforms());
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<Props>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.#destroyBuffers();
  }

  #destroyBuffers(): void {
    this.state.records?.destroy();
    this.state.texture?.destroy();
  }
}
