import { useEffect, useMemo, useState } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { DensityState } from '../../../map/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { usePreferences, type TrailChoice } from '../../shared/services/preferences.ts';
import type { ViewState } from '../../shared/unit/viewState.ts';
import type { MapFilter } from './useMapFilter.ts';
import type { ChartChoice, UnitsShown } from '../timeline/index.ts';

interface TrailSetting {
  readonly trails: TrailChoice;
  readonly setTrails: (trails: TrailChoice) => void;
  /** What was asked for on this screen or by its address; null = as preferred. */
  readonly asked: TrailChoice | null;
}

/** Which trails are drawn: as a link says, else as this person likes them; a choice is kept for the next time. */
function useTrails(linked: TrailChoice | null): TrailSetting {
  const { preferences, change } = usePreferences();
  const [asked, setAsked] = useState(linked);
  const setTrails = (trails: TrailChoice): void => {
    setAsked(trails);
    change({ trails });
  };
  return { trails: asked ?? preferences.trails, setTrails, asked };
}

export interface MapChoices extends TrailSetting {
  /** Fixes that the filters refuse are drawn, too. */
  readonly refused: boolean;
  readonly setRefused: (on: boolean) => void;
  /** What of it is in the address. */
  readonly linked: Pick<ViewState, 'trails' | 'refused' | 'charts' | 'beside'>;
  readonly labels: boolean;
  readonly setLabels: (next: boolean | ((before: boolean) => boolean)) => void;
  readonly charts: ChartChoice;
  readonly setCharts: (charts: ChartChoice) => void;
  /** The instant of the map beside; null = there is one map. */
  readonly beside: Instant | null;
  readonly setBeside: (beside: Instant | null) => void;
  readonly shown: UnitsShown;
  readonly setShown: (shown: UnitsShown) => void;
}

/** What the map draws of the fleet: trails, refused fixes, names, and all units or only the selected ones. */
export function useMapChoices(linked: ViewState, selected: readonly number[], filter: MapFilter): MapChoices {
  const services = useFleet();
  const trails = useTrails(linked.trails);
  const [refused, setRefused] = useState(linked.refused);
  const [charts, setCharts] = useState(linked.charts);
  const [beside, setBeside] = useState(linked.beside);
  const [labels, setLabels] = useState(true);
  const [shown, setShown] = useState<UnitsShown>('all');
  const passing = filter.dims ? null : filter.unitIds;
  const only = useMemo(() => {
    if (shown === 'selected' && selected.length > 0) return selected;
    // A selected unit is looked at, also where the filter would not show it.
    return passing === null ? null : [...passing, ...selected];
  }, [shown, selected, passing]);
  useEffect(() => services.showOnly(only), [services, only]);
  const address = { trails: trails.asked, refused, charts, beside };
  return {
    ...trails,
    linked: address,
    refused,
    setRefused,
    charts,
    setCharts,
    beside,
    setBeside,
    labels,
    setLabels,
    shown,
    setShown,
  };
}

export interface DensitySetting {
  readonly density: boolean;
  readonly setDensity: (on: boolean) => void;
  readonly onDensity: (state: DensityState) => void;
  /** What the bubbles say, for those who do not see them; empty while every unit has its mark. */
  readonly crowds: string;
}

/** Whether crowds are drawn as bubbles, and what they are to a screen reader. */
export function useDensity(): DensitySetting {
  const { t } = useTranslation();
  const formats = useFormats();
  const { preferences, change } = usePreferences();
  const [{ bubbles, units }, setState] = useState<DensityState>({ bubbles: 0, units: 0 });
  return {
    density: preferences.mapDensity,
    setDensity: (mapDensity) => change({ mapDensity }),
    onDensity: setState,
    crowds: bubbles === 0 ? '' : t('map.crowds', { count: bubbles, units: formats.number(units) }),
  };
}
