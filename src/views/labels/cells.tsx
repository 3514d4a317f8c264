import { useMemo, type ReactNode } from 'react';
import type { Label, labels } from '../../domain/entities/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Link, Swatch } from '../../ui/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { membersPath } from './members.ts';
import './labels.css';

/** How many are in a group, as the way to them. */
function MembersLink({ label }: { label: Pick<Label, 'account_id' | 'kind' | 'name' | 'members'> }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const count = <span className="figures">{formats.number(label.members)}</span>;
  if (label.members === 0) return count;
  return (
    <Link href={membersPath(label)} aria-label={t('labels.showMembers', { name: label.name, count: label.members })}>
      {count}
    </Link>
  );
}

/** Cells of groups that differ from their columns' looks. */
export function useLabelCells(): Cells<typeof labels> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      name: {
        text: ({ name }) => name,
        cell: ({ name, colour }) => (
          <span className="group-name">
            <Swatch accent={colour} />
            <bdi>{name}</bdi>
          </span>
        ),
      },
      kind: { text: ({ kind }) => t(`labels.filters.kind.${kind}`) },
      members: { text: ({ members }) => String(members), cell: (label) => <MembersLink label={label} /> },
    }),
    [t],
  );
}
