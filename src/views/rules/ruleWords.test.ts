import { describe, expect, it } from 'vitest';
import type { RuleTest } from '../../domain/rule/index.ts';
import { DEFAULT_FORMATS, createFormats, createI18n, loadInside, type LanguageCode } from '../../i18n/index.ts';
import { ruleWords } from './ruleWords.ts';

const test = (part: Partial<RuleTest>): RuleTest => ({
  sensor: 'Fuel',
  condition: 'outside',
  minimum: null,
  maximum: null,
  hold: 0,
  ...part,
});

async function speaker(language: LanguageCode) {
  const i18n = await createI18n({ language, strict: true });
  await loadInside(i18n);
  const formats = createFormats(language, DEFAULT_FORMATS, (key, values) => i18n.t(key, values ?? {}));
  // Marks of direction and spaces that do not break are for the eye.
  return (part: Partial<RuleTest>): string =>
    ruleWords(test(part), {
      translate: (key, values) => i18n.t(key, values),
      figure: (value) => formats.number(value),
      duration: formats.duration,
    })
      .replaceAll(/[\u2066-\u2069]/g, '')
      .replaceAll(/\s/g, ' ');
}

describe('a rule in words', () => {
  it('says beyond which bounds it fires', async () => {
    const words = await speaker('en');
    expect(words({ maximum: 100 })).toBe('Fuel above 100');
    expect(words({ minimum: 10 })).toBe('Fuel below 10');
    expect(words({ minimum: 10, maximum: 20 })).toBe('Fuel below 10 or above 20');
  });

  it('says within which bounds it fires, which belong to them', async () => {
    const words = await speaker('en');
    expect(words({ condition: 'inside', minimum: 10, maximum: 20 })).toBe('Fuel between 10 and 20');
    expect(words({ condition: 'inside', minimum: 10 })).toBe('Fuel at least 10');
    expect(words({ condition: 'inside', maximum: 20 })).toBe('Fuel at most 20');
  });

  it('says for how long that has to last', async () => {
    const words = await speaker('en');
    expect(words({ sensor: 'Coolant temperature', maximum: 100, hold: 300 })).toBe(
      'Coolant temperature above 100 for 5 min',
    );
  });

  it('says it in every language', async () => {
    expect((await speaker('ru'))({ sensor: 'Топливо', minimum: 10, hold: 300 })).toBe(
      'Топливо ниже 10 в течение 5 мин',
    );
    expect((await speaker('fa'))({ sensor: 'سوخت', maximum: 20 })).toBe('سوخت بالاتر از ۲۰');
  });
});
