import type { ReactNode } from 'react';
import { MINUTE } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { BackIcon, ForwardIcon, MinusIcon, NativeSelect, PlusIcon } from '../../../ui/index.ts';
import { Labelled } from './PlaybackControls.tsx';
import { PRESETS } from './window.ts';

interface WindowControlsProps {
  /** Milliseconds from the ruler's start to its end. */
  length: number;
  onZoom: (factor: number) => void;
  onPan: (milliseconds: number) => void;
  onLength: (length: number) => void;
}

/** Which part of time the ruler shows, for those without a wheel. */
export function WindowControls({ length, onZoom, onPan, onLength }: WindowControlsProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const presets: readonly number[] = PRESETS;
  const lengths = presets.includes(length) ? presets : [...presets, length].sort((one, other) => one - other);
  const name = (value: number): string =>
    formats.duration(value < 10 * MINUTE ? value : Math.round(value / MINUTE) * MINUTE);
  return (
    <fieldset className="timeline-group timeline-window" aria-label={t('timeline.interval')}>
      <Labelled label={t('timeline.earlier')} icon={<BackIcon />} onPress={() => onPan(-length / 2)} />
      <Labelled label={t('timeline.later')} icon={<ForwardIcon />} onPress={() => onPan(length / 2)} />
      <Labelled label={t('timeline.zoomOut')} icon={<MinusIcon />} onPress={() => onZoom(2)} />
      <Labelled label={t('timeline.zoomIn')} icon={<PlusIcon />} onPress={() => onZoom(0.5)} />
      <NativeSelect
        className="timeline-select"
        label={t('timeline.interval')}
        value={String(length)}
        options={lengths.map((value) => ({ value: String(value), label: name(value) }))}
        onChange={(value) => onLength(Number(value))}
      />
    </fieldset>
  );
}
