import type { ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import { Button, IconButton, MinusIcon, PlusIcon } from '../../../../ui/index.ts';
import type { DayView } from './useView.ts';

/** A press makes the visible stretch this much longer or shorter. */
const STEP = 2;

/** Says which part of the day is in sight, and changes it without a pointer. */
export function ViewTools({ view, shown }: { view: DayView; shown: Interval }): ReactNode {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { from, to } = view.visible;
  const scale = (factor: number): void => {
    const middle = (from + to) / 2;
    const half = ((to - from) * factor) / 2;
    view.zoom({ from: middle - half, to: middle + half });
  };
  return (
    <div className="tuning-tools">
      <span className="tuning-span" dir="ltr">{`${time(from)} – ${time(Math.min(to, shown.to - 1))}`}</span>
      <span className="tuning-hint">{t('detection.tuning.dragHint')}</span>
      <IconButton
        size="compact"
        label={t('timeline.zoomIn')}
        icon={<PlusIcon aria-hidden="true" />}
        onPress={() => scale(1 / STEP)}
      />
      <IconButton
        size="compact"
        label={t('timeline.zoomOut')}
        icon={<MinusIcon aria-hidden="true" />}
        isDisabled={view.isWhole}
        onPress={() => scale(STEP)}
      />
      <Button size="compact" variant="quiet" isDisabled={view.isWhole} onPress={view.whole}>
        {t('detection.tuning.wholeDay')}
      </Button>
    </div>
  );
}
