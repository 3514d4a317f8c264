import type { LayerProps, UpdateParameters } from '@deck.gl/core';
import { Buffer, type BufferLayout, type Device } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { ModelLayer } from './modelLayer.ts';
import { createQuad } from './quad.ts';

/** Records as they lie in a buffer that is made once and replaced as a whole. */
export interface WordRecords {
  readonly words: Float32Array;
  /** Instances drawn. */
  readonly count: number;
}

export interface WordsLayerProps extends LayerProps {
  points: WordRecords;
}

/**
 * A quad a record of a buffer that is rebuilt with other `points`: for what a person's choice draws, not for what
 * moves.
 */
export abstract class WordsLayer<Props extends WordsLayerProps> extends ModelLayer<Props> {
  static override layerName = 'WordsLayer';

  declare state: { model?: Model; buffer?: Buffer };

  /** Views of the one buffer; each gets it under its own name. */
  protected abstract readonly layout: readonly BufferLayout[];

  /** The layer's uniforms for this frame. */
  protected abstract uniforms(): Parameters<Model['shaderInputs']['setProps']>[0];

  override getNumInstances(): number {
    return this.props.points.count;
  }

  override updateState(parameters: UpdateParameters<this>): void {
    if (parameters.props.points !== parameters.oldProps.points) {
      this.state.model?.destroy();
      this.setState({ model: undefined });
    }
    super.updateState(parameters);
  }

  protected createModel(device: Device): Model {
    const { id, points } = this.props;
    this.state.buffer?.destroy();
    const buffer = device.createBuffer({ id, usage: Buffer.VERTEX, data: points.words });
    this.setState({ buffer });
    return new Model(device, {
      ...this.getShaders(),
      id,
      isInstanced: true,
      bufferLayout: [...this.layout],
      geometry: createQuad(),
      attributes: Object.fromEntries(this.layout.map(({ name }) => [name, buffer])),
    });
  }

  override draw(): void {
    const { model } = this.state;
    const { count } = this.props.points;
    if (!model || count === 0) return;
    model.setInstanceCount(count);
    model.shaderInputs.setProps(this.uniforms());
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<Props>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.buffer?.destroy();
  }
}
