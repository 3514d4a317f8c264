import { object } from 'yup';
import { describe, expect, it } from 'vitest';
import { optionalText, requiredText } from './text.ts';

const names = object({ name: requiredText({ min: 3, max: 20 }), note: optionalText({ min: 0, max: 20 }) });

describe('a line of text', () => {
  it('loses blanks at its ends, and keeps the marks that writing needs', () => {
    expect(names.validateSync({ name: '  می\u200cرود ', note: ' a ' })).toEqual({ name: 'می\u200cرود', note: 'a' });
  });

  it.each([
    '',
    '   ',
    '\u202E\u202E\u202E',
    '\u200B\u200C\u200D',
    '\u00A0\u2003\u3000',
    '\u0000\u0001\u0002',
    '\uFEFF\u200F \u2066',
  ])('%j is none: there is nothing to see in it', (text) => {
    expect(() => names.validateSync({ name: text, note: text })).toThrow('validation.required');
    expect(names.cast({ name: 'Truck', note: text }).note).toBe('');
  });

  it('counts what is seen as it was typed', () => {
    expect(() => names.validateSync({ name: 'ab' })).toThrow('validation.minLength');
    expect(names.validateSync({ name: '🚚🚚' }).name).toBe('🚚🚚');
  });
});
