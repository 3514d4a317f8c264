import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';
import { asksNothing, lastPage, readListQuery, writeListQuery, type ListDefaults } from './serverListState.ts';

const defaults: ListDefaults = { sort: 'name', limit: 50, filters: ['status', 'role_id'] };
const written = (from: string, change: Parameters<typeof writeListQuery>[2]) =>
  writeListQuery(new URLSearchParams(from), defaults, change).toString();

describe('a list in the address', () => {
  it('reads what was written, and only its own filters', () => {
    expect(
      readListQuery(new URLSearchParams('search=ann&sort=-email&page=3&limit=100&status=active&tab=users'), defaults),
    ).toEqual({ search: 'ann', sort: '-email', page: 3, limit: 100, filters: { status: 'active' }, view: '' });
  });

  it('takes the default for what makes no sense', () => {
    expect(readListQuery(new URLSearchParams('page=-1&limit=7&status='), defaults)).toEqual({
      search: '',
      sort: 'name',
      page: 1,
      limit: 50,
      filters: {},
      view: '',
    });
    expect(readListQuery(new URLSearchParams('view=12x'), defaults).view).toBe('');
    expect(readListQuery(new URLSearchParams(`search=${'a'.repeat(300)}`), defaults).search).toHaveLength(100);
  });

  it('leaves defaults out and parameters of others in', () => {
    expect(written('tab=users&page=4', { sort: 'name', page: 2 })).toBe('tab=users&page=2');
  });

  it('goes back to the first page when anything but the page changes', () => {
    expect(written('page=4', { search: 'ann' })).toBe('search=ann');
    expect(written('page=4&search=ann', { filters: { status: 'blocked' } })).toBe('search=ann&status=blocked');
    expect(written('page=4&status=blocked', { filters: {} })).toBe('');
  });

  it('stays in the view that it was shown by, and says so where it would open another one', () => {
    expect(readListQuery(new URLSearchParams('view=12'), defaults).view).toBe('12');
    expect(written('view=12&status=active', { filters: {}, sort: '-name' })).toBe('view=12&sort=-name');
    const opening = (from: string, change: Parameters<typeof writeListQuery>[2]) =>
      writeListQuery(new URLSearchParams(from), { ...defaults, opensView: true }, change).toString();
    expect(opening('status=active', { filters: {} })).toBe('view=0');
    expect(opening('status=active', { search: 'ann' })).toBe('status=active&search=ann');
    expect(
      ['', 'tab=users', 'view=0', 'status=active', 'page=2'].map((text) =>
        asksNothing(new URLSearchParams(text), defaults),
      ),
    ).toEqual([true, true, false, false, false]);
  });

  it('knows its last page', () => {
    expect([lastPage(0, 50), lastPage(50, 50), lastPage(51, 50)]).toEqual([1, 1, 2]);
  });
});

describe('CSV', () => {
  it('quotes what must be quoted and never lets a name become a formula', () => {
    expect(
      toCsv([
        ['Name', 'Note'],
        ['Ann "A", Ltd', '=1+1'],
        ['-5', '+49 30'],
      ]),
    ).toBe('\uFEFFName,Note\r\n"Ann ""A"", Ltd",\'=1+1\r\n-5,\'+49 30\r\n');
  });
});
