import { describe, expect, it } from 'vitest';
import { beganOf, draftOf, restoreDraft } from './draftChanges.ts';

const FORM = { name: 'Van 1', note: '', labels: ['north'], parent: null as number | null };
/** As it comes back from the tab's storage. */
const stored = (draft: unknown): unknown => JSON.parse(JSON.stringify(draft));

describe('a draft', () => {
  it('holds what was changed and what stood there, and nothing else', () => {
    expect(draftOf(FORM, { ...FORM, name: 'Van 2', labels: ['north'] })).toEqual({
      changed: { name: { was: 'Van 1', now: 'Van 2' } },
    });
    expect(draftOf(FORM, { ...FORM })).toBeNull();
  });

  it('leaves to others what they changed meanwhile', () => {
    const kept = stored(draftOf(FORM, { ...FORM, name: 'Van 2' }));
    expect(restoreDraft(kept, { ...FORM, note: 'theirs', labels: [] })).toEqual({
      values: { ...FORM, name: 'Van 2', note: 'theirs', labels: [] },
      was: { name: 'Van 1' },
      overwritten: [],
    });
  });

  it('names what others gave another value, and nothing where they wrote the same', () => {
    const kept = stored(draftOf(FORM, { ...FORM, name: 'Van 2', note: 'mine', parent: 3 }));
    const restored = restoreDraft(kept, { ...FORM, name: 'Theirs', note: 'mine' });
    expect(restored).toMatchObject({ values: { name: 'Van 2', note: 'mine', parent: 3 }, overwritten: ['name'] });
    expect(restoreDraft(stored(draftOf(FORM, { ...FORM, name: 'Van 2' })), { ...FORM, name: 'Van 2' })).toBeNull();
  });

  it('reports a change by others until it is touched, however often the page is loaded', () => {
    const theirs = { ...FORM, name: 'Theirs' };
    const first = restoreDraft(stored(draftOf(FORM, { ...FORM, name: 'Van 2' })), theirs);
    const again = restoreDraft(
      stored(
        draftOf(beganOf(theirs, first, { ...theirs, name: 'Van 2', note: 'mine' }), {
          ...theirs,
          name: 'Van 2',
          note: 'mine',
        }),
      ),
      theirs,
    );
    expect(again).toMatchObject({ was: { name: 'Van 1', note: '' }, overwritten: ['name'] });
    // Typing into the field means that the current value was read.
    const typed = { ...theirs, name: 'Van 3' };
    expect(restoreDraft(stored(draftOf(beganOf(theirs, first, typed), typed)), theirs)).toMatchObject({
      was: { name: 'Theirs' },
      overwritten: [],
    });
    // Taking theirs over leaves nothing to save.
    expect(draftOf(beganOf(theirs, first, theirs), theirs)).toBeNull();
  });

  it.each([
    ['a whole form of an earlier version', { name: 'Van 2', note: '', labels: [], parent: null }],
    ['no object', 'Van 2'],
    ['nothing', null],
    ['fields without what stood there', { changed: { name: 'Van 2' } }],
    ['a field that the form does not have', { changed: { nickname: { was: '', now: 'V' } } }],
    ['another kind of value', { changed: { labels: { was: 'north', now: 'south' }, name: { was: '', now: ['x'] } } }],
  ])('is none of %s', (_, kept) => {
    expect(restoreDraft(kept, FORM)).toBeNull();
  });
});
