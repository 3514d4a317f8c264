import { describe, expect, it } from 'vitest';
import { LIVE_VIEW, readViewState, writeViewState, type ViewState } from './viewState.ts';

const full: ViewState = {
  units: [7, 9],
  interval: { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) },
  instant: Date.UTC(2026, 0, 1, 12, 30, 5, 250),
  speed: -60,
  camera: { latitude: 35.70344, longitude: 51.38911, zoom: 12.5, bearing: 45 },
  trails: 'fleet',
  refused: true,
  charts: ['speed', 'sensor:tank, left'],
  beside: Date.UTC(2026, 10, 20, 14),
  filter: { search: 'B-AK', kind: 'truck' },
};

describe('view state in the address', () => {
  it('comes back as it was written', () => {
    expect(readViewState(writeViewState(full))).toEqual(full);
  });

  it('leaves the address clean when live with nothing chosen', () => {
    expect(writeViewState(LIVE_VIEW).toString()).toBe('');
  });

  it('keeps parameters of others and takes its own away', () => {
    const query = new URLSearchParams('account_id=4&at=2026-01-01T00:00:00.000Z&speed=60');
    expect(writeViewState(LIVE_VIEW, query).toString()).toBe('account_id=4');
  });

  it.each([
    ['units=a,-1,2,2,3.5', { units: [2] }],
    ['at=yesterday', { instant: null }],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', { interval: null }],
    ['speed=0', { speed: 1 }],
    ['speed=99999', { speed: 1000 }],
    ['refused=yes', { refused: false }],
    ['trails=everything', { trails: null }],
    ['trails=off', { trails: 'off' }],
    ['camera=95,10,3', { camera: null }],
    ['camera=35,51', { camera: null }],
    ['camera=35,51,99', { camera: { latitude: 35, longitude: 51, zoom: 22, bearing: 0 } }],
  ])('reads %s without complaint', (query, expected) => {
    expect(readViewState(new URLSearchParams(query))).toMatchObject(expected);
  });
});
