import type { ReactNode } from 'react';
import { labels, type Label } from '../../domain/entities/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton, ListIcon, MapIcon } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useLabelCells } from './cells.tsx';
import { LostMembers } from './LostMembers.tsx';
import { Members } from './Members.tsx';
import { groupMapPath, membersOfKind, membersPath } from './members.ts';

/** One group: what is in it, where its members are listed and shown, and who is put in or taken out. */
export default function LabelScreen(): ReactNode {
  const mayIn = useMayIn();
  return (
    <EntityPage
      entity={labels}
      cells={useLabelCells()}
      tools={(label) => mayIn(label, membersOfKind(label.kind).read) && <ShowMembers label={label} />}
      deletion={(rows) => <LostMembers labels={rows} />}>
      {(label) => mayIn(label, membersOfKind(label.kind).read) && <Members label={label} />}
    </EntityPage>
  );
}

/** The ways to the members: in their list, and units on the map. */
function ShowMembers({ label }: { label: Label }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <LinkButton href={membersPath(label)} icon={<ListIcon aria-hidden="true" />}>
        {t('labels.showInList')}
      </LinkButton>
      {label.kind === 'units' && (
        <LinkButton href={groupMapPath(label)} icon={<MapIcon aria-hidden="true" />}>
          {t('units.list.showOnMap')}
        </LinkButton>
      )}
    </>
  );
}
