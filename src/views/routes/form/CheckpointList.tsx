import { useFormikContext } from 'formik';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { ROUTE } from '../../../domain/base/index.ts';
import { routes, type Checkpoint, type RouteForm } from '../../../domain/route/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, GripIcon, IconButton, PlusIcon } from '../../../ui/index.ts';
import { FormNumberField, FormTextField } from '../../../ui/forms/index.ts';
import { useEntityWords } from '../../shared/entity/index.ts';
import { GeofenceChoice, useHasGeofences } from '../../shared/geofences/GeofenceChoice.tsx';
import { useSession } from '../../shared/services/session.ts';
import { moved, nextKey } from './routeDraft.ts';

export interface CheckpointListProps {
  readonly onChange: (checkpoints: Checkpoint[]) => void;
}

/** The checkpoints in their order: by the handle they are dragged, or moved with the arrow keys. */
export function CheckpointList({ onChange }: CheckpointListProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const hasGeofences = useHasGeofences(can({ resource: 'geofences', action: 'r' }));
  const {
    values: { checkpoints },
  } = useFormikContext<RouteForm>();
  const add = (): void =>
    onChange([
      ...checkpoints,
      {
        key: nextKey(checkpoints),
        name: t('routes.checkpoint', { number: checkpoints.length + 1 }),
        latitude: null,
        longitude: null,
        radius: ROUTE.radius.usual,
        geofence_id: null,
      },
    ]);
  const list = useRef<HTMLOListElement>(null);
  /** The dragged row follows the pointer: it goes where the row under it is. */
  const dragTo = (index: number, clientY: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const over = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    const to = over < 0 ? rows.length - 1 : over;
    if (to !== index) onChange(moved(checkpoints, index, to));
    return to;
  };
  return (
    <section className="route-checkpoints" aria-label={t('routes.fields.checkpoints')}>
      {checkpoints.length === 0 && <p className="dim">{t('routes.noCheckpoints')}</p>}
      <ol ref={list} className="route-checkpoint-list">
        {checkpoints.map(({ key }, index) => (
          <CheckpointRow
            key={key}
            index={index}
            count={checkpoints.length}
            hasGeofences={hasGeofences}
            onMove={(to) => onChange(moved(checkpoints, index, to))}
            onDrag={(clientY) => dragTo(index, clientY)}
            onRemove={() => onChange(checkpoints.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        isDisabled={checkpoints.length >= ROUTE.checkpoints.max}
        onPress={add}>
        {t('routes.addCheckpoint')}
      </Button>
    </section>
  );
}

interface RowProps {
  readonly index: number;
  readonly count: number;
  readonly hasGeofences: boolean;
  readonly onMove: (to: number) => void;
  readonly onDrag: (clientY: number) => void;
  readonly onRemove: () => void;
}

function CheckpointRow({ index, count, hasGeofences, onMove, onDrag, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(routes);
  const { values } = useFormikContext<RouteForm>();
  const checkpoint = values.checkpoints[index];
  const path = `checkpoints[${index}]`;
  const isZone = checkpoint.geofence_id !== null;
  return (
    <li className="route-checkpoint">
      <Handle name={checkpoint.name} index={index} count={count} onMove={onMove} onDrag={onDrag} />
      <span className="route-number figures" aria-hidden="true">
        {index + 1}
      </span>
      <div className="route-checkpoint-fields">
        <FormTextField name={`${path}.name`} label={field('name')} required autoComplete="off" />
        {(hasGeofences || isZone) && <ZoneField path={path} />}
        {!isZone && (
          <>
            <FormNumberField name={`${path}.latitude`} label={t('fields.latitude')} measure="°" />
            <FormNumberField name={`${path}.longitude`} label={t('fields.longitude')} measure="°" />
            <FormNumberField name={`${path}.radius`} label={t('fields.radius')} whole measure={t('shapes.metres')} />
          </>
        )}
      </div>
      <IconButton
        size="compact"
        label={t('routes.removeCheckpoint', { name: checkpoint.name })}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={onRemove}
      />
    </li>
  );
}

/** A point of its own, or a geofence. */
function ZoneField({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<RouteForm>();
  const index = Number(/\d+/.exec(path)?.[0] ?? 0);
  return (
    <GeofenceChoice
      label={t('routes.place')}
      value={values.checkpoints[index].geofence_id}
      instead={{ value: 'point', label: t('routes.point') }}
      onChange={(id) => void setFieldValue(`${path}.geofence_id`, id)}
    />
  );
}

interface HandleProps extends Pick<RowProps, 'index' | 'count' | 'onMove' | 'onDrag'> {
  readonly name: string;
}

/** Moves the row: dragged, or with the arrows, which it says. */
function Handle({ name, index, count, onMove, onDrag }: HandleProps): ReactNode {
  const { t } = useTranslation();
  const [isDragged, setDragged] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const to = index + by;
    if (to >= 0 && to < count) onMove(to);
  };
  const begin = (event: PointerEvent<HTMLButtonElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  return (
    <button
      type="button"
      className="route-handle"
      data-dragged={isDragged}
      aria-label={t('routes.moveCheckpoint', { name, place: index + 1, count })}
      onKeyDown={onKeyDown}
      onPointerDown={begin}
      onPointerMove={(event) => isDragged && onDrag(event.clientY)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}>
      <GripIcon aria-hidden="true" />
    </button>
  );
}
