import { routes } from '../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ColourMark } from '../shared/colour/ColourMark.tsx';
import type { Cells } from '../shared/entity/index.ts';

/** Routes in lists and on their pages: measures in words, the colour as it is on the map. */
export function useRouteCells(): Cells<typeof routes> {
  const { t } = useTranslation();
  const formats = useFormats();
  return {
    length: { text: ({ length }) => formats.distance(length) },
    order_rule: { text: ({ order_rule }) => t(`routes.orders.${order_rule}`) },
    colour: {
      text: ({ colour }) => t(`geofences.colours.${colour}`),
      cell: ({ colour }) => <ColourMark colour={colour}>{t(`geofences.colours.${colour}`)}</ColourMark>,
    },
  };
}
