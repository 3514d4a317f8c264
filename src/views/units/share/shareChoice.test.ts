import { describe, expect, it } from 'vitest';
import { isWholeShare, shareRequest, type ShareChoice } from './shareChoice.ts';

const NOW = Date.UTC(2026, 4, 1, 20, 30);
const present = { now: NOW, timeZone: 'Europe/Berlin', language: 'en' };
const choice: ShareChoice = {
  name: 'Delivery',
  span: 'hour',
  from: '',
  to: '',
  names: true,
  trail: false,
  zones: false,
  driver: false,
};

describe('what is chosen of a share', () => {
  it.each([
    ['hour', '2026-05-01T21:30:00.000Z'],
    ['hours8', '2026-05-02T04:30:00.000Z'],
    // The day ends in Berlin, two hours ahead of UTC.
    ['today', '2026-05-01T22:00:00.000Z'],
  ] as const)('%s ends at %s and begins now', (span, to) =>
    expect(shareRequest({ ...choice, span }, [{ unit_id: 7 }], present)).toMatchObject({
      unit_ids: [7],
      from: null,
      to,
    }),
  );

  it('keeps dates, an empty start being now', () => {
    const to = '2026-05-03T00:00:00.000Z';
    const dated = { ...choice, span: 'dated', to } as const;
    expect(shareRequest(dated, [], present)).toMatchObject({ from: null, to });
    const from = '2026-05-02T00:00:00.000Z';
    expect(shareRequest({ ...dated, from }, [], present)).toMatchObject({ from, to });
  });

  it('is whole with a name, and an end where it is dated', () => {
    expect(isWholeShare(choice)).toBe(true);
    expect(isWholeShare({ ...choice, name: ' ' })).toBe(false);
    expect(isWholeShare({ ...choice, span: 'dated' })).toBe(false);
    expect(isWholeShare({ ...choice, span: 'dated', to: '2026-05-03T00:00:00Z' })).toBe(true);
    expect(isWholeShare({ ...choice, span: 'dated', from: 'soon', to: '2026-05-03T00:00:00Z' })).toBe(false);
  });
});
