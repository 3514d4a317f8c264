import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  CircleToolIcon,
  CorridorToolIcon,
  DeleteIcon,
  GeofenceIcon,
  HoleToolIcon,
  IconButton,
  RectangleToolIcon,
  RedoIcon,
  UndoIcon,
} from '../../../ui/index.ts';
import type { Drawing, SendDrawing } from './useDrawing.ts';

const TOOLS = [
  ['polygon', GeofenceIcon],
  ['rectangle', RectangleToolIcon],
  ['circle', CircleToolIcon],
  ['corridor', CorridorToolIcon],
] as const;

/** What is drawn with the pointer, and undoing it. */
export function DrawTools({ drawing, send }: { drawing: Drawing; send: SendDrawing }): ReactNode {
  const { t } = useTranslation();
  const { tool, past, future, shape } = drawing.context;
  const isDrawing = drawing.matches('drawing');
  const isHole = drawing.matches('hole');
  const toggle = (isOn: boolean, begin: () => void): void => (isOn ? send({ type: 'drawing.cancel' }) : begin());
  return (
    <div className="shape-tools" role="toolbar" aria-label={t('shapes.tools')}>
      {TOOLS.map(([value, Icon]) => {
        const isOn = isDrawing && tool === value;
        return (
          <Button
            key={value}
            size="compact"
            aria-pressed={isOn}
            variant={isOn ? 'primary' : 'secondary'}
            icon={<Icon aria-hidden="true" />}
            onPress={() => toggle(isOn, () => send({ type: 'drawing.begin', tool: value }))}>
            {t(`shapes.draw.${value}`)}
          </Button>
        );
      })}
      <Button
        size="compact"
        aria-pressed={isHole}
        variant={isHole ? 'primary' : 'secondary'}
        icon={<HoleToolIcon aria-hidden="true" />}
        isDisabled={!isHole && shape?.type !== 'polygon'}
        onPress={() => toggle(isHole, () => send({ type: 'drawing.beginHole' }))}>
        {t('shapes.draw.hole')}
      </Button>
      <span className="shape-tools-end">
        <IconButton
          size="compact"
          label={t('shapes.undo')}
          icon={<UndoIcon />}
          isDisabled={past.length === 0}
          onPress={() => send({ type: 'drawing.undo' })}
        />
        <IconButton
          size="compact"
          label={t('shapes.redo')}
          icon={<RedoIcon />}
          isDisabled={future.length === 0}
          onPress={() => send({ type: 'drawing.redo' })}
        />
        <IconButton
          size="compact"
          label={t('shapes.clear')}
          icon={<DeleteIcon />}
          isDisabled={!drawing.matches('editing')}
          onPress={() => send({ type: 'drawing.clear' })}
        />
      </span>
    </div>
  );
}
