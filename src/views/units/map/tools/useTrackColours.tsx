import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../../i18n/index.ts';
import { NativeSelect } from '../../../../ui/index.ts';
import type { TrackSeries } from '../../../shared/services/fleet.ts';
import { ChartBoard, ChartValues, useChartSensors, useValueWords, type Line } from '../../timeline/index.ts';
import { bandsOf, boundsOf, linesOf } from './trackBands.ts';
import './tools.css';

/** Style sheets' names of the colours of bands, as the map's palette has them. */
const BAND_COLOURS = ['info-fill', 'normal-fill', 'caution-fill', 'serious-fill', 'critical-fill'] as const;

/** The drawn tracks in the colours of a value, where one is chosen; and the legend to choose it by. */
export function useTrackColours<Track extends TrackSeries>(
  tracks: readonly Track[],
): { readonly lines: readonly (Track & { readonly bands?: Uint8Array })[]; readonly legend: ReactNode } {
  const { t } = useTranslation();
  const words = useValueWords();
  const [chosen, setChosen] = useState('unit');
  const ids = useMemo(() => tracks.map(({ unitId }) => unitId), [tracks]);
  const { known, readers } = useChartSensors(ids);
  const units = useMemo(
    () => tracks.map((track) => new ChartValues(track, known.get(track.unitId) ?? [])),
    [tracks, known],
  );
  const board = useMemo(() => new ChartBoard(units), [units]);
  const value = board.all.find(({ id }) => id === chosen) ?? null;
  const values = useMemo(() => (value === null ? null : linesOf(units, value.id)), [units, value]);
  const bounds = useMemo(
    () =>
      value === null
        ? null
        : boundsOf(
            value,
            (values ?? []).filter((line): line is Line => line !== null),
          ),
    [value, values],
  );
  const lines = useMemo(
    () =>
      values === null || bounds === null
        ? tracks
        : tracks.map((track, index) => ({ ...track, bands: bandsOf(track, values[index] ?? null, bounds) })),
    [tracks, values, bounds],
  );
  const legend =
    tracks.length === 0 ? null : (
      <section className="map-legend" aria-label={t('map.tools.legend')}>
        {readers}
        <NativeSelect<string>
          className="timeline-select"
          label={t('map.tools.colour')}
          value={value === null ? 'unit' : chosen}
          options={[
            { value: 'unit', label: t('map.tools.colourUnit') },
            ...board.all.map((each) => ({ value: each.id, label: words.name(each) })),
          ]}
          onChange={setChosen}
        />
        {value !== null && bounds !== null && (
          <ol>
            {BAND_COLOURS.map((colour, band) => (
              <li key={colour}>
                <span className="map-legend-band" style={{ background: `var(--color-${colour})` }} />
                {band === 0
                  ? `< ${words.figure(value, bounds[0])}`
                  : band === bounds.length
                    ? `≥ ${words.figure(value, bounds[band - 1])}`
                    : words.figure(value, bounds[band - 1])}
              </li>
            ))}
          </ol>
        )}
      </section>
    );
  return { lines, legend };
}
