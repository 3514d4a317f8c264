import type { ReactNode } from 'react';
import { routes } from '../../domain/route/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RadioGroup } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityList } from '../shared/entity/index.ts';
import { RunsBoard } from './runs/RunsBoard.tsx';
import { ScheduleList } from './schedules/ScheduleList.tsx';
import { useRouteCells } from './useRouteCells.tsx';
import './routes.css';

const VIEWS = ['routes', 'schedules', 'runs'] as const;

/** Routes of the account, the schedules of all of them (`?view=schedules`), or the runs of a day (`?view=runs`). */
export default function RouteListScreen(): ReactNode {
  const { t } = useTranslation();
  const { query, go } = useScreenPath();
  const asked = query.get('view');
  const view = VIEWS.find((each) => each === asked) ?? 'routes';
  return (
    <div className="routes-screen">
      <RadioGroup
        look="segments"
        label={t('routes.runs.views')}
        labelHidden
        value={view}
        options={[
          { value: 'routes', label: t('routes.title') },
          { value: 'schedules', label: t('routes.fields.schedules') },
          { value: 'runs', label: t('routes.runs.title') },
        ]}
        onChange={(next) => go(routes.paths.list, next === 'routes' ? {} : { view: next })}
      />
      {view === 'routes' && <Routes />}
      {view === 'schedules' && <ScheduleList />}
      {view === 'runs' && <RunsBoard />}
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
