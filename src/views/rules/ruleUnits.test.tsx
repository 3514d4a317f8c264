import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import type { AccountId } from '../../domain/base/index.ts';
import { newCondition, ruleSchema } from '../../domain/rule/index.ts';
import { plainUnit, type UnitSummary } from '../../domain/unit/index.ts';
import { keepWatched, still, unitsState } from '../shared/testing/fleet.ts';

afterEach(cleanup);

const COLD = { label_id: 9, account_id: 2, account_name: 'South', name: 'Cold', kind: 'units' };
const unit = (id: number, account: number): UnitSummary => ({
  ...plainUnit(id, `Van ${id}`),
  account_id: account as AccountId,
  labels: ['Cold'],
});

it('a rule takes the units of a group from the account of the group, not from another with a group of that name', async () => {
  const watched: (readonly number[])[] = [];
  const rule = ruleSchema.cast({ name: 'Fast', unit_group_ids: [9], conditions: [newCondition('ignition')] });
  await openScreen('/edit-event?rule_id=4', {
    fleet: { units: still(unitsState([unit(1, 1), unit(2, 2)])), watch: keepWatched(watched) },
    answers: {
      getRule: { ...rule, rule_id: 4, account_id: 1, names: { unitGroup: { 9: 'Cold' } }, missing: 0 } as never,
      getRuleList: { rows: [], total: 0 },
      getUnitSensors: { units: [] },
      getLabelList: { rows: [COLD], total: 1 } as never,
    },
  });
  await waitFor(() => expect(watched.at(-1)).toEqual([2]));
});
