import { useMemo } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { isolated } from './chartTypes.ts';
import { isCounter, type ChartValue } from './values.ts';

export interface ValueWords {
  /** A sensor by its name and measure, a value of the tracker by its word. */
  name(value: ChartValue): string;
  /** A figure as the card has it; of a counter, by how much it grew. */
  figure(value: ChartValue, figure: number): string;
}

/** Values that are drawn, in words. */
export function useValueWords(): ValueWords {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const text = useSensorText();
  return useMemo(() => {
    const plainName = (value: ChartValue): string => {
      if (value.id === 'speed') return t('timeline.chartSpeed');
      // Trackers send values that no catalogue names; those go by the tracker's own name.
      if (value.sensor === null)
        return i18n.exists(`units.attributes.${value.name}`) ? t(`units.attributes.${value.name}`) : value.name;
      const named = [value.sensor.name, ...(value.device === null ? [] : [value.device])].map(isolated);
      return [...named, text.measure(value.sensor)].filter((part) => part !== '').join(' · ');
    };
    const plainFigure = (value: ChartValue, figure: number): string => {
      if (value.id === 'speed') return formats.speed(figure);
      if (value.sensor === null) return formats.number(figure, Number.isInteger(figure) ? 0 : 1);
      return text.value(value.sensor, value.sensor.data_type === 'boolean' ? figure !== 0 : figure);
    };
    return {
      name: (value) => (isCounter(value) ? t('timeline.chartChange', { value: plainName(value) }) : plainName(value)),
      figure: (value, figure) =>
        isCounter(value) && figure > 0 ? `+${plainFigure(value, figure)}` : plainFigure(value, figure),
    };
  }, [t, i18n, formats, text]);
}
