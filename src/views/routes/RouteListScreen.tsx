import type { ReactNode } from 'react';
import { routes } from '../../domain/route/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RadioGroup } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityList } from '../shared/entity/index.ts';
import { RunsBoard } from './runs/RunsBoard.tsx';
import { useRouteCells } from './useRouteCells.tsx';
import './routes.css';

/** Routes of the account, or the runs of a day (`?view=runs`). */
export default function RouteListScreen(): ReactNode {
  const { t } = useTranslation();
  const { query, go } = useScreenPath();
  const view = query.get('view') === 'runs' ? 'runs' : 'routes';
  return (
    <div className="routes-screen">
      <RadioGroup
        look="segments"
        label={t('routes.runs.views')}
        labelHidden
        value={view}
        options={[
          { value: 'routes', label: t('routes.title') },
          { value: 'runs', label: t('routes.runs.title') },
        ]}
        onChange={(next) => go(routes.paths.list, next === 'runs' ? { view: 'runs' } : {})}
      />
      {view === 'runs' ? <RunsBoard /> : <Routes />}
    </div>
  );
}

function Routes(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityList
      entity={routes}
      cells={useRouteCells()}
      deletion={({ length }) => <p>{t(length === 1 ? 'routes.deletionLead' : 'routes.deletionLeadSeveral')}</p>}
    />
  );
}
