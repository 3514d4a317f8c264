import type { ReactNode } from 'react';
import type { MethodName } from '../../api/contract/index.ts';
import { ENTITIES } from '../../domain/entities/index.ts';
import type { AnyEntity } from '../../domain/entity/index.ts';
import type { EventSubject } from '../../domain/events/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EmptyState, Link, ListIcon, Skeleton } from '../../ui/index.ts';
import { useMenuGroup } from '../shared/address/menuContext.ts';
import type { Screen } from '../shared/address/screen.ts';
import { SCREEN_ICONS } from '../shared/address/screenIcons.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { AlertFlow } from './AlertFlow.tsx';
import './referenceData.css';

/** The areas under "Reference data": a card each with how many there are, where one may open it. */
export default function ReferenceDataScreen(): ReactNode {
  const { t } = useTranslation();
  const screens = useMenuGroup('referenceData');
  return (
    <div className="reference-data">
      <h1 className="page-title">{t('menu.referenceData')}</h1>
      {screens.length === 0 ? (
        <EmptyState title={t('referenceData.none')} icon={<ListIcon />}>
          {t('referenceData.noneLead')}
        </EmptyState>
      ) : (
        <ul className="reference-cards">
          {screens.map((screen) => (
            <li key={screen.id}>
              <Card screen={screen} />
            </li>
          ))}
        </ul>
      )}
      <AlertFlow />
    </div>
  );
}

function Card({ screen }: { screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const entity: AnyEntity | undefined = ENTITIES.find(({ names }) => names === screen.id);
  const Icon = SCREEN_ICONS[screen.menu?.icon ?? 'list'];
  return (
    <Link href={screen.path} className="reference-card">
      <Icon aria-hidden="true" />
      <span className="reference-name">{t(screen.menu?.labelKey ?? screen.titleKey)}</span>
      {entity !== undefined && <Count entity={entity} />}
    </Link>
  );
}

/** How many there are, as the list counts them; a dash where it cannot be asked now. */
function Count({ entity: { methods, name } }: { entity: AnyEntity }): ReactNode {
  const formats = useFormats();
  const { value, problem } = useAnswer(methods.list as MethodName, { page: 1, limit: 1 } as object, [
    name as EventSubject,
  ]);
  if (value === null && problem === null) return <Skeleton height="1.75rem" />;
  const total = value !== null && 'total' in value ? Number(value.total) : null;
  return <span className="figures reference-count">{total === null ? '–' : formats.number(total)}</span>;
}
