import { success } from '../../../src/domain/base/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { Handlers } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import { atomically, unknownSortColumn } from '../shared/index.ts';
import { changeLabels, changeMembers, groupOf, listMembers } from './members.ts';

export { labelTable } from './table.ts';

type LabelMethod = 'getLabelMembers' | 'addLabelMembers' | 'removeLabelMembers' | 'changeLabels';

/** label-service: members of groups. Groups themselves derive from their definition (`domain/entities`). */
export function createLabelHandlers({
  database,
  problems,
}: {
  readonly database: Database;
  readonly problems: Problems;
}): Pick<Handlers, LabelMethod> {
  return {
    async getLabelMembers(data, context) {
      const group = await groupOf(database, data.label_id, context, problems);
      if (!group.ok) return group;
      const page = await listMembers(database, group.value, data);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    addLabelMembers: (data, context) =>
      atomically(database, (transaction) => changeMembers(transaction, data, true, context, problems)),
    removeLabelMembers: (data, context) =>
      atomically(database, (transaction) => changeMembers(transaction, data, false, context, problems)),
    changeLabels: (data, context) =>
      atomically(database, (transaction) => changeLabels(transaction, data, context, problems)),
  };
}
