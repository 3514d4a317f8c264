import {
  WebMercatorViewport,
  project32,
  type DefaultProps,
  type LayerProps,
  type UpdateParameters,
} from '@deck.gl/core';
import { Buffer, type Device, type Texture } from '@luma.gl/core';
import { Model } from '@luma.gl/engine';
import { INSTANCE_BYTES } from '../../../streams/pipeline/fleetColumns.ts';
import { unit } from '../../color.ts';
import type { MapPalette } from '../../palette.ts';
import { MOST_CELLS, type DensityGrid } from '../shared/densityGrid.ts';
import type { DrawList } from '../shared/drawList.ts';
import type { FleetMirror } from '../shared/fleetMirror.ts';
import type { MapClock } from '../shared/context.ts';
import { markRadius } from '../shared/markSize.ts';
import { ModelLayer } from '../shared/modelLayer.ts';
import { MOTION_ATTRIBUTES } from '../shared/motionShader.ts';
import { FLEET_FRAGMENT, FLEET_VERTEX, fleetUniforms } from './fleetShader.ts';

export interface FleetLayerProps extends LayerProps {
  mirror: FleetMirror;
  clock: MapClock;
  palette: MapPalette;
  /** Cells whose units are left out. */
  bundles: DensityGrid;
  /** The units that are worth drawing, while it is good. */
  drawList: DrawList;
  /** Units drawn at most; the bench uses it to measure what is not the GPU's. */
  drawLimit?: number;
}

/** Every unit of the fleet as a mark that moves and turns on the GPU. A frame costs one uniform. */
export class FleetLayer extends ModelLayer<FleetLayerProps> {
  static override layerName = 'FleetLayer';
  static override defaultProps: DefaultProps<FleetLayerProps> = {
    clock: { type: 'object', value: { now: 0 }, compare: false },
    drawLimit: { type: 'number', value: Number.POSITIVE_INFINITY },
  };

  declare state: { model?: Model; cells?: Texture; sent?: number; slots?: Buffer; listed?: number };

  protected shaders() {
    return { vs: FLEET_VERTEX, fs: FLEET_FRAGMENT, modules: [project32, fleetUniforms] };
  }

  override getNumInstances(): number {
    return this.props.mirror.count;
  }

  override initializeState(): void {
    super.initializeState();
    this.props.mirror.attach(this.context.device);
  }

  protected createModel(device: Device): Model {
    this.state.cells?.destroy();
    const cells = device.createTexture({
      id: 'fleet-bundles',
      width: MOST_CELLS,
      height: MOST_CELLS,
      format: 'r8unorm',
      sampler: { minFilter: 'nearest', magFilter: 'nearest' },
    });
    this.setState({ cells, sent: -1 });
    return new Model(device, {
      ...this.getShaders(),
      id: this.props.id,
      topology: 'point-list',
      vertexCount: 0,
      bufferLayout: [
        {
          name: 'fleet',
          byteStride: INSTANCE_BYTES,
          stepMode: 'vertex',
          attributes: [
            ...MOTION_ATTRIBUTES,
            { attribute: 'unitHeading', format: 'sint16x2', byteOffset: 32 },
            { attribute: 'unitStyle', format: 'uint8x4', byteOffset: 36 },
          ],
        },
        { name: 'fixTime', byteStride: 4, stepMode: 'vertex', format: 'float32' },
      ],
      bindings: { bundles: cells },
    });
  }

  override updateState(parameters: UpdateParameters<this>): void {
    super.updateState(parameters);
    if (
      this.state.model &&
      (parameters.changeFlags.extensionsChanged || parameters.props.palette !== parameters.oldProps.palette)
    ) {
      this.state.model.shaderInputs.setProps({ fleet: paletteUniforms(this.props.palette) });
    }
  }

  override draw(): void {
    const { model } = this.state;
    const { mirror, clock, bundles } = this.props;
    if (!model || !mirror.buffer || !mirror.times || mirror.count === 0) return;
    model.setAttributes({ fleet: mirror.buffer, fixTime: mirror.times });
    if (!this.#choose(model)) return;
    const { viewport } = this.context;
    const bearing = viewport instanceof WebMercatorViewport ? viewport.bearing : 0;
    this.#sendBundles(bundles);
    const { cells, firstColumn, firstRow, columns, rows } = bundles;
    model.shaderInputs.setProps({
      fleet: {
        clock: clock.now,
        radius: markRadius(viewport.zoom),
        bearing,
        cells,
        gridStart: [firstColumn, firstRow],
        gridSize: [columns, rows],
      },
    });
    model.draw(this.context.renderPass);
  }

  override finalizeState(context: Parameters<ModelLayer<FleetLayerProps>['finalizeState']>[0]): void {
    super.finalizeState(context);
    this.props.mirror.detach();
    this.state.cells?.destroy();
    this.state.slots?.destroy();
  }

  /** Has the model draw the units of the list, or all. False when there is nothing to draw. */
  #choose(model: Model): boolean {
    const { mirror, clock, drawList, drawLimit = Number.POSITIVE_INFINITY } = this.props;
    const isGood = drawList.isGood(clock.now, mirror);
    const count = Math.min(isGood ? drawList.count : mirror.count, drawLimit);
    if (count === 0) return false;
    const slots = isGood ? this.#sendSlots(drawList) : null;
    if (model.indexBuffer !== slots) model.setIndexBuffer(slots);
    if (slots) model.setIndexCount(count);
    else model.setVertexCount(count);
    return true;
  }

  #sendSlots({ slots, count, version }: DrawList): Buffer {
    let buffer = this.state.slots;
    if (!buffer || buffer.byteLength < slots.byteLength) {
      buffer?.destroy();
      buffer = this.context.device.createBuffer({
        id: 'fleet-slots',
        usage: Buffer.INDEX | Buffer.COPY_DST,
        byteLength: slots.byteLength,
        indexType: 'uint32',
      });
      this.state.slots = buffer;
      this.state.listed = -1;
    }
    if (this.state.listed !== version) buffer.write(slots.subarray(0, count));
    this.state.listed = version;
    return buffer;
  }

  #sendBundles({ bundled, version, cells }: DensityGrid): void {
    if (this.state.sent === version || cells === 0) return;
    this.state.cells?.writeData(bundled, { width: MOST_CELLS, height: MOST_CELLS });
    this.state.sent = version;
  }
}

/** What changes with the theme only; the shader inputs keep it between frames. */
function paletteUniforms({ marks, halo, badges, selection, series }: MapPalette): Record<string, number | number[]> {
  return {
    fillNoFix: unit(marks.noFix.fill),
    fillParked: unit(marks.parked.fill),
    fillSilent: unit(marks.silent.fill),
    fillMoving: unit(marks.moving.fill),
    inkNoFix: unit(marks.noFix.ink),
    inkParked: unit(marks.parked.ink),
    inkSilent: unit(marks.silent.ink),
    inkMoving: unit(marks.moving.ink),
    surface: unit(halo),
    selection: unit(selection),
    badgeInfo: unit(badges[0]),
    badgeWarning: unit(badges[1]),
    badgeCritical: unit(badges[2]),
    ...Object.fromEntries(series.map((color, index) => [`series${index + 1}`, unit(color)])),
  };
}
