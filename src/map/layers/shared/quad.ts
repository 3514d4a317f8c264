import { Geometry } from '@luma.gl/engine';

/** A square from -1 to 1, drawn once an instance: what a mark, a label or a segment of a line is cut from. */
export function createQuad(): Geometry {
  return new Geometry({
    topology: 'triangle-strip',
    attributes: { positions: { size: 2, value: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) } },
  });
}
