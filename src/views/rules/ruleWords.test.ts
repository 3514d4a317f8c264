import { describe, expect, it } from 'vitest';
import {
  conditionWords,
  newCondition,
  type NamedRuleTest,
  type RuleCondition,
  type RuleTest,
} from '../../domain/rule/index.ts';
import { DEFAULT_FORMATS, createFormats, createI18n, loadInside, type LanguageCode } from '../../i18n/index.ts';
import { ruleWords } from './ruleWords.ts';

type Part = Partial<RuleCondition> & { readonly hold?: number };
const test = ({ hold = 0, ...condition }: Part): RuleTest => ({
  match: 'all',
  conditions: [{ ...newCondition('sensor'), sensor: 'Fuel', ...condition }],
  hold,
});

async function speaker(language: LanguageCode) {
  const i18n = await createI18n({ language, strict: true });
  await loadInside(i18n);
  const formats = createFormats(language, DEFAULT_FORMATS, (key, values) => i18n.t(key, values ?? {}));
  // Marks of direction and spaces that do not break are for the eye.
  const translate = (key: string, values: Record<string, string>): string => i18n.t(key, values);
  return (part: Part | NamedRuleTest): string =>
    ruleWords('conditions' in part ? part : test(part), {
      translate,
      duration: formats.duration,
      condition: (condition) =>
        conditionWords(condition, {
          translate,
          figure: (value) => formats.number(value),
          speed: formats.speed,
          metres: formats.distance,
          number: formats.number,
          nameOf: (kind, id) => ('conditions' in part ? (part.names?.[kind]?.[id] ?? null) : null),
          duration: formats.duration,
        }),
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

  const towed: RuleTest = {
    match: 'all',
    conditions: [{ ...newCondition('speed'), limit: 10 }, newCondition('ignition')],
    hold: 60,
  };

  it('joins several conditions', async () => {
    const words = await speaker('en');
    expect(words(towed)).toBe('speed over 10 km/h and ignition on for 1 min');
    expect(words({ ...towed, match: 'any', hold: 0 })).toBe('speed over 10 km/h or ignition on');
    expect((await speaker('ru'))(towed)).toBe('скорость выше 10 км/ч и зажигание включено в течение 1 мин');
    expect((await speaker('fa'))({ ...towed, hold: 0 })).toBe('سرعت بیشتر از ۱۰ ک‌م/س و سوییچ روشن');
  });

  it('says what a negated one asks for, by its opposite where that has a word', async () => {
    const words = await speaker('en');
    expect(words({ negated: true, maximum: 20 })).toBe('Fuel at most 20');
    expect(words({ kind: 'ignition', negated: true })).toBe('ignition off');
    expect(words({ kind: 'ignition', ignition: 'off', negated: true })).toBe('ignition on');
    expect(words({ kind: 'speed', comparison: 'under', limit: 10, negated: true })).toBe('not: speed under 10 km/h');
    expect([
      words({ kind: 'alarm' }),
      words({ kind: 'alarm', negated: true }),
      words({ kind: 'alarm', alarm: 'sos' }),
      words({ kind: 'alarm', alarm: 'sos', negated: true }),
    ]).toEqual(['any alarm', 'no alarm', 'alarm “sos”', 'no alarm “sos”']);
  });

  it('says what the unit does, how long it is silent, and what a report carries', async () => {
    const words = await speaker('en');
    expect([words({ kind: 'motion' }), words({ kind: 'motion', motion: 'idling', negated: true })]).toEqual([
      'moving',
      'not idling',
    ]);
    expect(words({ kind: 'motion', motion: 'stopped', hold: 3_600 })).toBe('stopped for 1 hr');
    expect([words({ kind: 'silence', silence: 600 }), words({ kind: 'silence', silence: 600, negated: true })]).toEqual(
      ['no report for 10 min', 'a report within 10 min'],
    );
    expect([words({ kind: 'fix', hold: 300 }), words({ kind: 'fix', negated: true })]).toEqual([
      'no valid position for 5 min',
      'valid position',
    ]);
    const door = { kind: 'parameter', parameter: 'door', parameter_text: 'open' } as const;
    expect([
      words(door),
      words({ ...door, negated: true }),
      words({ ...door, parameter_test: 'outside', minimum: 11 }),
    ]).toEqual(['door is “open”', 'door is not “open”', 'door below 11']);
  });

  it('says it in every language', async () => {
    expect((await speaker('ru'))({ sensor: 'Топливо', minimum: 10, hold: 300 })).toBe(
      'Топливо ниже 10 в течение 5 мин',
    );
    expect((await speaker('fa'))({ sensor: 'سوخت', maximum: 20 })).toBe('سوخت بالاتر از ۲۰');
  });
});
