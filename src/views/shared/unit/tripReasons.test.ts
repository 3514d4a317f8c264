import { beforeAll, describe, expect, it } from 'vitest';
import type { DetectionReason } from '../../../domain/unitEvent/index.ts';
import { DEFAULT_FORMATS, createFormats, createI18n, loadInside, type Formats } from '../../../i18n/index.ts';
import { endReasonText, startReasonText, type ReasonText } from './tripReasons.ts';

describe('why a trip started and ended', () => {
  let formats: Formats;
  let say: (text: ReasonText) => string;
  beforeAll(async () => {
    const i18n = await createI18n({ language: 'en', strict: true });
    await loadInside(i18n);
    formats = createFormats('en', DEFAULT_FORMATS, (key, values) => i18n.t(key, values ?? {}));
    say = ({ key, values }) => i18n.t(key, values).replaceAll(/\s/g, ' ');
  });
  const started = (code: string, values: DetectionReason['values']): string =>
    say(startReasonText({ code, values }, formats));
  const ended = (code: string, values: DetectionReason['values']): string =>
    say(endReasonText({ code, values }, formats));

  it('is given with what was measured and the bound that it passed', () => {
    expect(started('speed', { speed: 7, bound: 5 })).toBe('Started: speed 7 km/h, threshold 5 km/h');
    expect(started('derivedSpeed', { speed: 36, bound: 5, distance: 300, seconds: 30 })).toBe(
      'Started: 300 m in 30 sec is 36 km/h, threshold 5 km/h',
    );
    expect(ended('parking', { since: 0, seconds: 420, bound: 300 })).toBe(
      'Ended: stopped for 7 min, parking time 5 min',
    );
    expect(ended('gap', { from: 0, to: 1, seconds: 900, bound: 600 })).toBe(
      'Ended: no message for 15 min, maximum gap 10 min',
    );
    expect(ended('jump', { from: 0, to: 1, distance: 25_000, bound: 10_000 })).toBe(
      'Ended: the position jumped by 25.0 km, maximum 10.0 km',
    );
  });

  it('names the speed of an ignition or odometer start only where it was asked for', () => {
    expect(started('ignition', {})).toBe('Started: the ignition was switched on');
    expect(started('ignition', { speed: 9, bound: 5 })).toBe('Started: ignition on at 9 km/h, threshold 5 km/h');
    expect(started('mileage', { distance: 120 })).toBe('Started: the odometer increased by 120 m');
  });

  it('is shown as it came where there are no words, and says when there is no end yet', () => {
    expect(started('magic', {})).toBe('magic');
    expect(say(endReasonText(null, formats))).toBe('Ongoing');
  });
});
