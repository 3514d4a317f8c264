import { useMemo } from 'react';
import { SECOND } from '../../domain/base/index.ts';
import { traitsOf, type Repeater, type RepeaterState, type repeaters } from '../../domain/repeater/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { StatusChip, type StatusShape, type StatusTone } from '../../ui/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { useUnitChoiceText } from '../shared/unit/useUnitChoiceText.ts';

/** Milliseconds after which what repeaters do is read again. */
export const REFRESH = 4 * SECOND;

const LOOKS: Readonly<Record<RepeaterState, { tone: StatusTone; shape: StatusShape }>> = {
  running: { tone: 'normal', shape: 'disc' },
  retrying: { tone: 'serious', shape: 'hollow' },
  failing: { tone: 'critical', shape: 'square' },
  paused: { tone: 'off', shape: 'crossed' },
};

/** Where it sends to, as one would write it. */
const addressOf = ({ host, port, path }: Repeater): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}${path}`;

/** Cells of repeaters that differ from their columns' looks. */
export function useRepeaterCells(): Cells<typeof repeaters> {
  const { t } = useTranslation();
  const formats = useFormats();
  const units = useUnitChoiceText();
  return useMemo(() => {
    return {
      protocol: { text: ({ protocol }) => traitsOf(protocol).called },
      host: {
        text: addressOf,
        cell: (row) => (
          <bdi dir="ltr" className="figures">
            {addressOf(row)}
          </bdi>
        ),
      },
      state: {
        text: ({ state }) => t(`repeaters.states.${state}`),
        cell: ({ state }) => <StatusChip {...LOOKS[state]}>{t(`repeaters.states.${state}`)}</StatusChip>,
      },
      all_units: { text: units },
      lag: { text: ({ lag }) => (lag === null ? '' : formats.duration(lag * SECOND)) },
    };
  }, [t, formats, units]);
}
