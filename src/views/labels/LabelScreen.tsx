import type { ReactNode } from 'react';
import { labels, type Label } from '../../domain/entities/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton, ListIcon, MapIcon } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useStore } from '../shared/services/store.ts';
import { ShareButton } from '../shared/share/ShareButton.tsx';
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
      {label.kind === 'units' && <ShareGroup label={label} />}
    </>
  );
}

/** Shares the units that are in the group now, under its name. */
function ShareGroup({ label: { account_id: accountId, name } }: { label: Label }): ReactNode {
  const { units } = useStore(useFleet().units);
  const members = units.filter((unit) => unit.account_id === accountId && unit.labels.includes(name));
  return <ShareButton units={members} name={name} />;
}
