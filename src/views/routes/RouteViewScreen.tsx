import { Suspense, useMemo, type ReactNode } from 'react';
import { routes, type Route } from '../../domain/route/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { lazyPart } from '../shared/code/lazyPart.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { routeDrawing } from './routeDrawing.ts';
import { LastRuns } from './runs/LastRuns.tsx';
import { ScheduleLines } from './ScheduleLines.tsx';
import { useRouteCells } from './useRouteCells.tsx';
import './routes.css';

const RoutePicture = lazyPart(() => import('./RoutePicture.tsx'));

/** One route: its path on the map, its schedules, and how it was driven. */
export default function RouteViewScreen(): ReactNode {
  const { t } = useTranslation();
  const cells = useRouteCells();
  return (
    <EntityPage entity={routes} cells={cells} deletion={() => <p>{t('routes.deletionLead')}</p>}>
      {(route) => (
        <>
          <RoutePathPanel route={route} />
          <ScheduleLines route={route} />
          <LastRuns route={route} />
        </>
      )}
    </EntityPage>
  );
}

function RoutePathPanel({ route }: { route: Route }): ReactNode {
  const { t } = useTranslation();
  const drawing = useMemo(() => routeDrawing(route, false), [route]);
  return (
    <Panel title={t('routes.path')}>
      <Suspense fallback={<div className="route-map" aria-busy="true" />}>
        <RoutePicture drawing={drawing} colour={route.colour} fitAt={route} />
      </Suspense>
      <ol className="route-names">
        {route.checkpoints.map(({ key, name, geofence_id }) => (
          <li key={key}>
            <bdi>{name}</bdi>
            {geofence_id !== null && route.shapes[geofence_id] === undefined && (
              <span className="dim"> · {t('shapes.goneGeofence')}</span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
