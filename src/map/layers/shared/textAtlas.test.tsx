import type { Device } from '@luma.gl/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AtlasTexture } from './atlasTexture.ts';
import { TextAtlas } from './textAtlas.ts';

/** A canvas whose pixels are the number that was drawn in their row last. */
class Atlas extends TextAtlas {
  constructor(changed: () => void) {
    super({ width: 4, rowHeight: 2, rows: 8, changed });
  }
  draw(row: number, value: number): void {
    drawnIn(this.canvas).fill(value, row * 32, (row + 1) * 32);
    this.rowDrawn(row);
  }
  wipe(): void {
    this.erase();
  }
}

const contents = new WeakMap<object, Uint8ClampedArray>();
const drawnIn = (canvas: object): Uint8ClampedArray => {
  const content = contents.get(canvas) ?? new Uint8ClampedArray(4 * 16 * 4);
  contents.set(canvas, content);
  return content;
};
const canvasPrototype: { getContext(this: object, kind: string): unknown } = HTMLCanvasElement.prototype;

beforeEach(() => {
  vi.spyOn(canvasPrototype, 'getContext').mockImplementation(function (this: object) {
    return {
      clearRect: () => drawnIn(this).fill(0),
      getImageData: (_x: number, y: number, width: number, height: number) => ({
        data: drawnIn(this).slice(y * width * 4, (y + height) * width * 4),
      }),
    };
  });
});
afterEach(() => void vi.restoreAllMocks());

interface Write {
  readonly y: number;
  readonly height: number;
  readonly width: number;
}

/** A graphics card that remembers what its textures hold. `fails`: the next write does. */
function card() {
  const pixels = new Uint8ClampedArray(4 * 16 * 4);
  const writes: Write[] = [];
  const state = { fails: false };
  const device = {
    createTexture: () => ({
      writeData(data: Uint8ClampedArray, { y, height, width }: Write) {
        if (state.fails) throw new Error('The texture could not be written.');
        writes.push({ y, height, width });
        pixels.set(data, y * width * 4);
      },
      destroy() {},
    }),
  };
  return { pixels, writes, state, device: device as unknown as Device };
}

describe('the texture of an atlas', () => {
  it('holds what the canvas holds, after every row and whatever row it is', () => {
    const atlas = new Atlas(() => undefined);
    const { pixels, writes, device } = card();
    const texture = new AtlasTexture(device, 'atlas', atlas);
    for (const row of [0, 1, 7, 3]) {
      atlas.draw(row, row + 1);
      texture.update();
      expect(pixels).toEqual(drawnIn(atlas.canvas));
    }
    expect(writes).toEqual([0, 2, 14, 6].map((y) => ({ y, height: 2, width: 4 })));
    atlas.wipe();
    texture.update();
    expect(pixels).toEqual(drawnIn(atlas.canvas));
  });

  it('is sent nothing that it holds already', () => {
    const atlas = new Atlas(() => undefined);
    const { writes, device } = card();
    const texture = new AtlasTexture(device, 'atlas', atlas);
    texture.update();
    expect(writes).toEqual([]);
    atlas.draw(5, 1);
    atlas.draw(3, 1);
    texture.update();
    texture.update();
    expect(writes).toEqual([{ y: 6, height: 6, width: 4 }]);
  });

  it('is sent again what could not be sent', () => {
    const atlas = new Atlas(() => undefined);
    const { pixels, state, device } = card();
    const texture = new AtlasTexture(device, 'atlas', atlas);
    atlas.draw(2, 9);
    state.fails = true;
    expect(() => texture.update()).toThrow('could not be written');
    state.fails = false;
    texture.update();
    expect(pixels).toEqual(drawnIn(atlas.canvas));
  });

  it('is sent everything when it is new, also beside one that has it already', () => {
    const atlas = new Atlas(() => undefined);
    const [lost, next] = [card(), card()];
    const first = new AtlasTexture(lost.device, 'atlas', atlas);
    for (const row of [0, 4, 6]) atlas.draw(row, row + 1);
    first.update();
    const second = new AtlasTexture(next.device, 'atlas', atlas);
    second.update();
    expect(next.pixels).toEqual(lost.pixels);
    atlas.draw(7, 3);
    for (const texture of [first, second]) texture.update();
    expect(next.pixels).toEqual(drawnIn(atlas.canvas));
    expect(lost.pixels).toEqual(drawnIn(atlas.canvas));
  });
});

it('an atlas asks for a picture with every change', () => {
  const changed = vi.fn();
  const atlas = new Atlas(changed);
  expect(changed).not.toHaveBeenCalled();
  atlas.draw(0, 1);
  expect(changed).toHaveBeenCalledTimes(1);
  atlas.wipe();
  expect(changed).toHaveBeenCalledTimes(2);
});
