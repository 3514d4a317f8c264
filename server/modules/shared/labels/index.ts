export { recordRelabelled, renameInMembers, type MembersOf } from './members.ts';
export { settleLabels } from './settle.ts';
export { LABELLED_TABLES, labelledTable, tableOfKind, type LabelledTable } from './tables.ts';
