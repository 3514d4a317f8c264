import { useEffect, useMemo, useState, type PointerEvent, type ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { refusedOf, refusedSpots } from './refused.ts';

interface Pointed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Draws the refused fixes of the tracks, and says of the one under the pointer when and why it was refused. */
export function useRefused(
  map: FleetMap | null,
  tracks: readonly TrackSeries[],
  wanted: boolean,
): { onPointerMove: ((event: PointerEvent) => void) | undefined; hover: ReactNode } {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const spots = useMemo(() => (wanted ? refusedSpots(tracks) : []), [tracks, wanted]);
  useEffect(() => map?.setRefused(spots), [map, spots]);
  const onPointerMove = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const id = map?.refusedAt(x, y) ?? null;
    if (id !== pointed?.id) setPointed(id === null ? null : { id, x, y });
  };
  const isShown = map !== null && spots.length > 0;
  return {
    onPointerMove: isShown ? onPointerMove : undefined,
    hover: isShown && pointed !== null && <RefusedHover tracks={tracks} {...pointed} />,
  };
}

function RefusedHover({ tracks, id, x, y }: Pointed & { readonly tracks: readonly TrackSeries[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const fix = refusedOf(tracks, id);
  if (fix === null) return null;
  return (
    <div className="map-hover" style={{ transform: `translate(${x + 14}px, ${y + 14}px)` }} aria-hidden="true">
      <strong>{t('map.refusedFix')}</strong>
      <span>{t(`detection.refusals.${fix.reason}`)}</span>
      <span className="figures dim">{formats.dateTime(fix.time)}</span>
    </div>
  );
}
