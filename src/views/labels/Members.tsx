import type { ReactNode } from 'react';
import type { LabelMember } from '../../api/contract/index.ts';
import { EQUIPMENT } from '../../domain/base/index.ts';
import { labels, type Label } from '../../domain/entities/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Badge, Button, CloseIcon, EmptyState, Link, PlusIcon } from '../../ui/index.ts';
import { useFoundDetail } from '../shared/entity/useFoundDetail.ts';
import { ServerList, type ListColumn } from '../shared/list/ServerList.tsx';
import { useBulkAct } from '../shared/list/useBulkAct.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { memberPath, membersOfKind } from './members.ts';

/** What is in a group, and what may be: searched, narrowed and picked many at once. Members come first. */
export function Members({ label }: { label: Label }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { subject } = membersOfKind(label.kind);
  return (
    <div className="group-members">
      <h2 className="group-members-title">{t('labels.membersTitle')}</h2>
      <ServerList<'getLabelMembers'>
        id="labelMembers"
        label={t('labels.membersTitle')}
        method="getLabelMembers"
        data={{ label_id: label.label_id }}
        subjects={['label', subject]}
        columns={useMemberColumns(label)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        filters={[
          {
            id: 'member',
            label: t('labels.isMember'),
            options: (['yes', 'no'] as const).map((value) => ({ value, label: t(`labels.member.${value}`) })),
          },
        ]}
        sort="member"
        searchLabel={t('labels.searchMembers')}
        bulk={
          mayIn(label, labels.needs.change)
            ? (rows, clear) => <MemberActs label={label} rows={rows} onDone={clear} />
            : undefined
        }
        empty={<EmptyState title={t('labels.noThings')}>{t('labels.noThingsLead')}</EmptyState>}
      />
    </div>
  );
}

function useMemberColumns({ kind }: Label): readonly ListColumn<LabelMember>[] {
  const { t } = useTranslation();
  const { subject, hasDetail } = membersOfKind(kind);
  const wordsOf = useFoundDetail();
  const detail: ListColumn<LabelMember> = {
    id: 'detail',
    header: t('labels.detail'),
    text: (member) => wordsOf(subject, member.detail),
    cell: (member) => <bdi>{wordsOf(subject, member.detail)}</bdi>,
  };
  return [
    {
      id: 'name',
      header: t('fields.name'),
      sortable: true,
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={memberPath(kind, id)}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'member',
      header: t('labels.isMember'),
      sortable: true,
      text: ({ member }) => (member ? t('labels.member.yes') : ''),
      cell: ({ member }) => member && <Badge tone="accent">{t('labels.member.yes')}</Badge>,
    },
    ...(hasDetail ? [detail] : []),
  ];
}

/** Puts the ticked rows in the group, or takes them out; each may be taken back. */
function MemberActs({
  label,
  rows,
  onDone,
}: {
  label: Label;
  rows: readonly LabelMember[];
  onDone: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const [inside, outside] = [rows.filter(({ member }) => member), rows.filter(({ member }) => !member)];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const change = async (isIn: boolean, ids: readonly number[], isUndo = false): Promise<void> => {
    const done = await act.run(
      isIn ? 'addLabelMembers' : 'removeLabelMembers',
      { label_id: label.label_id, member_ids: [...ids] },
      (count) => t(isIn ? 'labels.added' : 'labels.removed', { count, name: label.name }),
      { names, ...(!isUndo && { undo: (changed) => void change(!isIn, changed, true) }) },
    );
    if (done !== null && !isUndo) onDone();
  };
  const idsOf = (of: readonly LabelMember[]): number[] => of.map(({ id }) => id);
  if (rows.length > EQUIPMENT.perAct)
    return <span className="dim">{t('labels.tooMany', { count: EQUIPMENT.perAct })}</span>;
  return (
    <>
      {outside.length > 0 && (
        <Button
          variant="primary"
          busy={act.busy}
          icon={<PlusIcon aria-hidden="true" />}
          onPress={() => void change(true, idsOf(outside))}>
          {t('labels.add', { count: outside.length })}
        </Button>
      )}
      {inside.length > 0 && (
        <Button
          busy={act.busy}
          icon={<CloseIcon aria-hidden="true" />}
          onPress={() => void change(false, idsOf(inside))}>
          {t('labels.remove', { count: inside.length })}
        </Button>
      )}
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
    </>
  );
}
