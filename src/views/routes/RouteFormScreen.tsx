import type { ReactNode } from 'react';
import { LENGTH, fromIso, toIso } from '../../domain/base/index.ts';
import { routes, type RouteForm } from '../../domain/route/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel, Skeleton } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  useEntityWords,
} from '../shared/entity/index.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { ColourField } from '../shared/colour/ColourField.tsx';
import { SchedulesField } from './form/SchedulesField.tsx';
import { pathOfTrip } from './form/routeDraft.ts';
import { RoutePathField } from './form/RoutePathField.tsx';
import './routes.css';

/** Makes a route, or changes one. A trip that the address names is where a new one begins. */
export default function RouteFormScreen(): ReactNode {
  const { path, query } = useScreenPath();
  const trip = {
    unit: Number(query.get('unit_id')),
    from: fromIso(query.get('from') ?? ''),
    to: fromIso(query.get('to') ?? ''),
  };
  const isTrip = path === routes.paths.create && trip.unit > 0 && trip.from < trip.to;
  return isTrip ? <OfTrip {...trip} /> : <RouteEditor initial={{}} />;
}

/** A second more, so that the last report of the trip is among them. */
const AFTER = 1_000;

/** The form of a new route along a trip that was driven. */
function OfTrip({ unit, from, to }: { unit: number; from: number; to: number }): ReactNode {
  const { t } = useTranslation();
  const asked = { unit_ids: [unit], from: toIso(from), to: toIso(to + AFTER) };
  const trips = useAnswer('getTrips', asked);
  const track = useAnswer('getHistory', asked);
  const problem = trips.problem ?? track.problem;
  if (problem) return <ProblemBanner problem={problem} />;
  if (!trips.value || !track.value) return <Skeleton height="320px" />;
  const trip = trips.value.trips.find(({ start }) => fromIso(start) === from) ?? trips.value.trips[0];
  const positions = track.value.positions.filter(({ valid }) => valid);
  const path = pathOfTrip(trip ?? { start_position: null, end_position: null, stops: [] }, positions, (place, number) =>
    t(`routes.ofTrip.${place}`, { number }),
  );
  return <RouteEditor initial={path} draft={`${unit}.${from}`} />;
}

function RouteEditor({ initial, draft }: { initial: Partial<RouteForm>; draft?: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityForm entity={routes} initial={initial} className="route-screen" {...(draft !== undefined && { draft })}>
      {(saved) => (
        <>
          <Panel label={t('routes.one')}>
            <div className="entity-fields">
              {saved === null && <AccountOfNew need={routes.needs.add} />}
              <RouteFields />
            </div>
          </Panel>
          <RoutePathField saved={saved} />
          <SchedulesField />
        </>
      )}
    </EntityForm>
  );
}

function RouteFields(): ReactNode {
  const { field } = useEntityWords(routes);
  return (
    <>
      <EntityNameField entity={routes} bounds={LENGTH.routeName} />
      <ColourField name="colour" label={field('colour')} />
      <EntityGroupsField entity={routes} of="routes" />
      <EntityDescriptionField entity={routes} />
    </>
  );
}
