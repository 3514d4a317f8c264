import { useState, type ReactNode } from 'react';
import { SHAPE } from '../../../domain/base/index.ts';
import { NO_POINT, type DraftPoint, type Shape } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import {
  Button,
  CircleToolIcon,
  CorridorToolIcon,
  GeofenceIcon,
  IconButton,
  PlaceIcon,
  RectangleToolIcon,
  Tooltip,
} from '../../../ui/index.ts';
import { GeofenceChoice, useHasGeofences } from '../../shared/geofences/GeofenceChoice.tsx';
import { useCalls } from '../../shared/services/calls.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { PointFields } from '../../shared/shape/PointFields.tsx';
import '../../shared/shape/shape.css';
import { MetresField } from './MetresField.tsx';
import { circleAround, shapeInSight } from './placeQuestion.ts';
import { ShapeText } from './PlaceSummary.tsx';
import type { PlaceTool } from './usePlaceDrawing.ts';
import type { PlaceAsking } from './usePlaceQuestion.ts';

const SHAPE_TOOLS = [
  ['polygon', GeofenceIcon],
  ['rectangle', RectangleToolIcon],
  ['circle', CircleToolIcon],
  ['corridor', CorridorToolIcon],
] as const;

interface PlaceChoiceProps {
  readonly map: FleetMap | null;
  readonly asking: PlaceAsking;
  /** What a place is drawn with now; null: nothing. */
  readonly tool: PlaceTool | null;
  /** The tool that is in use: leaves it. */
  readonly onTool: (tool: PlaceTool) => void;
  readonly onChoose: (shape: Shape) => void;
}

/**
 * Where to search: around a point that is pressed on the map, in a shape that is drawn there, in what the map shows, or
 * in a geofence.
 */
export function PlaceChoice({ map, asking, tool, onTool, onChoose }: PlaceChoiceProps): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const { can } = useSession();
  const { shape, radius, setRadius, width, setWidth } = asking;
  const isAround = (tool === null && shape === null) || tool === 'point' || (tool === null && shape?.type === 'circle');
  const isCorridor = tool === 'corridor' || (tool === null && shape?.type === 'corridor');
  const takeSight = (): void => {
    const seen = map === null ? null : shapeInSight(map.bounds());
    if (seen === null) notify.info(t('unitModes.place.sightTooLarge'));
    else onChoose(seen);
  };
  return (
    <fieldset className="place-choice">
      <legend>{t('unitModes.place.where')}</legend>
      <div className="mode-tools-row">
        <Button
          size="compact"
          aria-pressed={tool === 'point'}
          variant={tool === 'point' ? 'primary' : 'secondary'}
          icon={<PlaceIcon aria-hidden="true" />}
          isDisabled={map === null}
          onPress={() => onTool('point')}>
          {t('unitModes.place.point')}
        </Button>
        <Button size="compact" onPress={takeSight} isDisabled={map === null}>
          {t('unitModes.place.sight')}
        </Button>
      </div>
      <div className="mode-tools-row place-tools">
        {SHAPE_TOOLS.map(([value, Icon]) => (
          <Tooltip key={value} text={t(`shapes.draw.${value}`)}>
            <IconButton
              label={t(`shapes.draw.${value}`)}
              size="compact"
              pressed={tool === value}
              variant={tool === value ? 'primary' : 'secondary'}
              icon={<Icon aria-hidden="true" />}
              isDisabled={map === null}
              onPress={() => onTool(value)}
            />
          </Tooltip>
        ))}
        {can({ resource: 'geofences', action: 'r' }) && <SavedShapes onChoose={onChoose} />}
      </div>
      {isAround && (
        <div className="place-figures">
          <TypedPoint shape={shape?.type === 'circle' ? shape : null} radius={radius} onChoose={onChoose} />
          <MetresField label={t('fields.radius')} bounds={SHAPE.radius} value={radius} onChange={setRadius} />
        </div>
      )}
      {isCorridor && <MetresField label={t('fields.width')} bounds={SHAPE.width} value={width} onChange={setWidth} />}
      {shape !== null && shape.type !== 'circle' && tool === null && (
        <p className="place-shape dim">
          <ShapeText shape={shape} />
        </p>
      )}
    </fieldset>
  );
}

interface TypedPointProps extends Pick<PlaceChoiceProps, 'onChoose'> {
  /** Metres. */
  readonly radius: number;
  readonly shape: Extract<Shape, { type: 'circle' }> | null;
}

/** The centre of the circle in figures, for who knows it or uses no pointer. */
function TypedPoint({ shape, radius, onChoose }: TypedPointProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ readonly of: Shape | null; readonly point: DraftPoint } | null>(null);
  // A point typed before another centre was chosen no longer counts.
  const point = typed?.of === shape ? typed.point : (shape?.center ?? NO_POINT);
  const change = (next: DraftPoint): void => {
    setTyped({ of: shape, point: next });
    const [longitude, latitude] = next;
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return;
    if (Math.abs(longitude) > 180 || Math.abs(latitude) > SHAPE.latitude) return;
    onChoose(circleAround(longitude, latitude, radius));
  };
  return <PointFields title={t('shapes.center')} point={point} onChange={change} />;
}

/** The geofences that the person may read; one is fetched with its shape when it is chosen. */
function SavedShapes({ onChoose }: { onChoose: (shape: Shape) => void }): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const [chosen, setChosen] = useState<number | null>(null);
  if (!useHasGeofences(true)) return null;
  const choose = async (id: number | null): Promise<void> => {
    setChosen(id);
    if (id === null) return;
    const answer = await call('getGeofence', { geofence_id: id });
    if (answer.ok) onChoose(answer.value.shape);
    else notify.failed(answer.error);
  };
  return (
    <GeofenceChoice
      label={t('unitModes.place.geofence')}
      labelHidden
      placeholder={t('unitModes.place.geofence')}
      value={chosen}
      onChange={(id) => void choose(id)}
    />
  );
}
