import type { Device, Texture } from '@luma.gl/core';
import type { AtlasRows } from './textAtlas.ts';

/** What a texture asks of the atlas that it shows. */
export interface AtlasSource {
  readonly canvas: { readonly width: number; readonly height: number };
  readonly version: number;
  changedSince(version: number): AtlasRows | null;
  pixels(rows: AtlasRows): Uint8ClampedArray;
}

/**
 * Owner of what an atlas's texture holds: the only place that writes it. It remembers the version that was written
 * whole, so that a write that failed is tried again, and a texture made for a new context is sent everything.
 *
 * The pixels are read from the canvas: WebGL cannot send a part of a canvas that does not begin at its upper edge, and
 * sending the whole of it for a single count stalls a frame where a processor draws.
 */
export class AtlasTexture {
  readonly texture: Texture;
  readonly #atlas: AtlasSource;
  #sent = 0;

  constructor(device: Device, id: string, atlas: AtlasSource) {
    const { width, height } = atlas.canvas;
    this.#atlas = atlas;
    this.texture = device.createTexture({
      id,
      width,
      height,
      format: 'rgba8unorm',
      sampler: {
        minFilter: 'nearest',
        magFilter: 'nearest',
        addressModeU: 'clamp-to-edge',
        addressModeV: 'clamp-to-edge',
      },
    });
  }

  /** Sends the rows that changed since they were sent last. */
  update(): void {
    const { version, canvas } = this.#atlas;
    const rows = this.#atlas.changedSince(this.#sent);
    if (rows)
      this.texture.writeData(this.#atlas.pixels(rows), { x: 0, y: rows.y, width: canvas.width, height: rows.height });
    this.#sent = version;
  }

  destroy(): void {
    this.texture.destroy();
  }
}
