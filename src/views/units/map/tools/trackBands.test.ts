import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../domain/base/index.ts';
import { bandsOf, boundsOf } from './trackBands.ts';

const line = { times: [0, MINUTE, 2 * MINUTE], values: [0, 60, 130], range: [0, 130] } as const;

describe('bands of a track', () => {
  it('of speed are those of traffic, of any other value equal parts of what is there', () => {
    expect(boundsOf({ id: 'speed', sensor: null, name: 'speed' }, [line])).toEqual([20, 50, 80, 110]);
    expect(boundsOf({ id: 'value:rpm', sensor: null, name: 'rpm' }, [line])).toEqual([26, 52, 78, 104]);
    expect(boundsOf({ id: 'value:rpm', sensor: null, name: 'rpm' }, [{ ...line, values: [5, 5, 5] }])).toBeNull();
  });

  it('are those of the value at each point, and none where it is not known', () => {
    const times = Float64Array.of(-MINUTE, 0, MINUTE, 2 * MINUTE, 60 * MINUTE);
    expect([...bandsOf({ times }, line, [20, 50, 80, 110])]).toEqual([255, 0, 2, 4, 255]);
    expect([...bandsOf({ times }, null, [20])]).toEqual([255, 255, 255, 255, 255]);
  });
});
