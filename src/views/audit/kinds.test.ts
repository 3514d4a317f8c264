import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../domain/entities/index.ts';
import words from '../../i18n/catalogues/en/inside.json' with { type: 'json' };
import { AUDIT_KINDS, AUDIT_SUBJECTS } from './kinds.ts';

describe('the audit', () => {
  it('has words for every event that is recorded, and for no other', () => {
    const sections = ENTITIES.map(({ name, names }) => ({ name, events: words[names].events }));
    const kinds = [words.audit.kind, ...sections.map(({ events }) => events)].flatMap(Object.keys);
    expect(kinds.toSorted()).toEqual([...AUDIT_KINDS, 'other'].toSorted());
    const subjects = [...Object.keys(words.audit.subjects), ...sections.map(({ name }) => name)];
    expect(subjects.toSorted()).toEqual(AUDIT_SUBJECTS.toSorted());
  });
});
