import { describe, expect, it } from 'vitest';
import words from '../../i18n/catalogues/en/inside.json' with { type: 'json' };
import { AUDIT_KINDS, AUDIT_SUBJECTS } from './kinds.ts';

describe('the audit', () => {
  it('has words for every event that is recorded, and for no other', () => {
    expect(Object.keys(words.audit.kind).toSorted()).toEqual([...AUDIT_KINDS, 'other'].toSorted());
    expect(Object.keys(words.audit.subjects).toSorted()).toEqual(AUDIT_SUBJECTS.toSorted());
  });
});
