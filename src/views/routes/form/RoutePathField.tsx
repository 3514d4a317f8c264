import { useFormikContext } from 'formik';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { LENGTH, ROUTE } from '../../../domain/base/index.ts';
import type { Corridor, LonLat } from '../../../domain/geometry/index.ts';
import { ORDER_RULES, routes, type Route, type RouteForm } from '../../../domain/route/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { RouteStop } from '../../../map/index.ts';
import { Button, Panel } from '../../../ui/index.ts';
import { FormNumberField, FormRadioGroup, useListError } from '../../../ui/forms/index.ts';
import { lazyPart } from '../../shared/code/lazyPart.ts';
import { useEntityWords } from '../../shared/entity/index.ts';
import { routeDrawing } from '../routeDrawing.ts';
import { CheckpointList } from './CheckpointList.tsx';
import { checkpointAt, corridorOf, nextKey, type RoutePath } from './routeDraft.ts';
import { PlaceSearch } from '../../shared/shape/PlaceSearch.tsx';
import { RouteFileField } from './RouteFileField.tsx';
import { useGeofenceShapes } from './useGeofenceShapes.ts';

const RoutePicture = lazyPart(() => import('../RoutePicture.tsx'));

/** Steps back that are kept. */
const MOST_STEPS = 50;

/** Checkpoints and corridor, on the map and as a list. */
export function RoutePathField({ saved }: { saved: Route | null }): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(routes);
  const { values, setValues } = useFormikContext<RouteForm>();
  const { checkpoints, corridor, colour } = values;
  const [steps, setSteps] = useState<readonly RoutePath[]>([]);
  const [fits, setFits] = useState(0);
  const shapes = useGeofenceShapes(checkpoints, saved?.shapes);
  const drawing = useMemo(() => routeDrawing({ checkpoints, corridor, shapes }, true), [checkpoints, corridor, shapes]);
  const problem = useListError('checkpoints', field('checkpoints'));
  const put = (path: Partial<RoutePath>): void => {
    setSteps([...steps, { checkpoints, corridor }].slice(-MOST_STEPS));
    void setValues({ ...values, ...path });
  };
  const undo = (): void => {
    const last = steps.at(-1);
    if (!last) return;
    setSteps(steps.slice(0, -1));
    void setValues({ ...values, ...last });
  };
  const add = (place: Place, name = t('routes.checkpoint', { number: checkpoints.length + 1 })): void => {
    if (checkpoints.length >= ROUTE.checkpoints.max) return;
    const key = nextKey(checkpoints);
    put({ checkpoints: [...checkpoints, checkpointAt(key, name, place)] });
  };
  const move = (key: number, { latitude, longitude }: Place): void => {
    const before = checkpoints.find((each) => each.key === key);
    // The corridor follows where it runs through the checkpoint.
    const follow = (point: LonLat): LonLat =>
      point[0] === before?.longitude && point[1] === before.latitude ? [longitude, latitude] : point;
    put({
      checkpoints: checkpoints.map((each) => (each.key === key ? { ...each, latitude, longitude } : each)),
      corridor: corridor && { ...corridor, coordinates: corridor.coordinates.map(follow) },
    });
  };
  const bend = (index: number, { latitude, longitude }: Place): void => {
    if (corridor)
      put({ corridor: { ...corridor, coordinates: corridor.coordinates.with(index, [longitude, latitude]) } });
  };
  return (
    <Panel title={t('routes.path')}>
      <div className="route-tools">
        <p className="dim">{t('routes.pathHint')}</p>
        <Button size="compact" isDisabled={steps.length === 0} onPress={undo}>
          {t('routes.undo')}
        </Button>
        <Button size="compact" variant="quiet" onPress={() => setFits(fits + 1)}>
          {t('routes.fit')}
        </Button>
        <RouteFileField
          onRead={(path) => {
            put(path);
            setFits(fits + 1);
          }}
        />
      </div>
      <PlaceSearch
        label={t('routes.addPlace')}
        onPlace={({ title, latitude, longitude }) => {
          add({ latitude, longitude }, title.slice(0, LENGTH.checkpointName.max));
          setFits(fits + 1);
        }}
      />
      <Suspense fallback={<div className="route-map" aria-busy="true" />}>
        <RoutePicture drawing={drawing} colour={colour} fitAt={fits} onPress={add} onMove={move} onVertex={bend} />
      </Suspense>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <CheckpointList onChange={(next) => put({ checkpoints: next })} />
      <div className="entity-fields">
        <FormRadioGroup
          name="order_rule"
          label={field('order_rule')}
          options={ORDER_RULES.map((value) => ({ value, label: t(`routes.orders.${value}`) }))}
        />
        <CorridorFields stops={drawing.stops} onChange={(next) => put({ corridor: next })} />
      </div>
    </Panel>
  );
}

interface CorridorFieldsProps {
  readonly stops: readonly RouteStop[];
  readonly onChange: (corridor: Corridor | null) => void;
}

/** The corridor: none, or how wide; drawn through the checkpoints. */
function CorridorFields({ stops, onChange }: CorridorFieldsProps): ReactNode {
  const { t } = useTranslation();
  const {
    values: { corridor },
  } = useFormikContext<RouteForm>();
  const line = stops.map(({ center }) => center);
  if (corridor === null)
    return (
      <div className="route-tools">
        <Button isDisabled={line.length < 2} onPress={() => onChange(corridorOf(line))}>
          {t('routes.addCorridor')}
        </Button>
      </div>
    );
  return (
    <div className="route-tools">
      <FormNumberField
        name="corridor.width"
        label={t('routes.width')}
        whole
        measure={t('shapes.metres')}
        hint={t('routes.widthHint')}
      />
      <Button variant="quiet" onPress={() => onChange(corridorOf(line, corridor.width))}>
        {t('routes.straighten')}
      </Button>
      <Button variant="quiet" onPress={() => onChange(null)}>
        {t('routes.removeCorridor')}
      </Button>
    </div>
  );
}
