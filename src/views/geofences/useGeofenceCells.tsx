import { geofences, type Geofence } from '../../domain/geofence/index.ts';
import { SECOND } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { ColourMark } from '../shared/colour/ColourMark.tsx';

/** Geofences in lists and on their pages: measures in words, the colour as it is on the map. */
export function useGeofenceCells(): Cells<typeof geofences> {
  const { t } = useTranslation();
  const formats = useFormats();
  const colour = (row: Geofence): string => t(`geofences.colours.${row.colour}`);
  return {
    kind: { text: ({ kind }) => t(`geofences.kinds.${kind}`) },
    area: { text: ({ area }) => formats.area(area) },
    length: { text: ({ length }) => formats.distance(length) },
    colour: { text: colour, cell: (row) => <ColourMark colour={row.colour}>{colour(row)}</ColourMark> },
    speed_limit: { text: ({ speed_limit }) => (speed_limit === null ? '' : formats.speed(speed_limit)) },
    min_stay: { text: ({ min_stay }) => (min_stay === 0 ? '' : formats.duration(min_stay * SECOND)) },
  };
}
