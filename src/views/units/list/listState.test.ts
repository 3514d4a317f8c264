import { describe, expect, it } from 'vitest';
import { orderOf, readUnitQuery, writeUnitQuery } from './listState.ts';
import { DEFAULT_ORDER } from './unitRows.ts';

const order = (address: string) => orderOf(readUnitQuery(new URLSearchParams(address)));

describe('the unit list in the address', () => {
  it('is as it was asked for', () => {
    expect(order('')).toEqual(DEFAULT_ORDER);
    expect(
      order(
        'search=van&sort=-speed&state=moving,idling&status=blocked&kind=truck&label=cold&owner=7&allocation=allocated',
      ),
    ).toEqual({
      search: 'van',
      sort: 'speed',
      descending: true,
      states: new Set(['moving', 'idling']),
      status: 'blocked',
      kind: 'truck',
      label: 'cold',
      owner: 7,
      allocation: 'allocated',
      among: null,
    });
  });

  it('takes no notice of what there is not', () => {
    expect(order('sort=-colour&state=flying&status=sold&kind=horse&allocation=maybe')).toEqual(DEFAULT_ORDER);
  });

  it("keeps what is another one's, and leaves out what goes without saying", () => {
    expect(
      writeUnitQuery(new URLSearchParams('account_id=4'), {
        sort: 'name',
        search: 'van',
        filters: { kind: 'truck' },
      }).toString(),
    ).toBe('account_id=4&search=van&kind=truck');
  });
});
