import { Layer, type LayerProps, type UpdateParameters } from '@deck.gl/core';
import type { Device } from '@luma.gl/core';
import type { Model } from '@luma.gl/engine';

/**
 * A layer with one model and buffers of its own: deck.gl's attribute manager, which copies whole
 * arrays when anything changes, has nothing to do here.
 */
export abstract class ModelLayer<Props extends object> extends Layer<Props> {
  static override layerName = 'ModelLayer';

  declare state: { model?: Model };

  protected abstract createModel(device: Device): Model;

  /** Sources and modules of the model's shaders; deck.gl adds what it hooks in. */
  protected abstract shaders(): object;

  override getShaders(): object {
    const shaders: object = super.getShaders(this.shaders());
    return shaders;
  }

  override initializeState(): void {
    this.setState({});
  }

  override updateState(parameters: UpdateParameters<this>): void {
    super.updateState(parameters);
    if (parameters.changeFlags.extensionsChanged || !this.state.model) {
      this.state.model?.destroy();
      this.setState({ model: this.createModel(this.context.device) });
    }
  }

  /** The stock one scans all positions after every change. */
  override getBounds(): null {
    return null;
  }

  protected override _updateAttributes(): void {
    // Buffers are written by their owners.
  }

  override finalizeState(context: Parameters<Layer<LayerProps>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.state.model?.destroy();
  }
}
