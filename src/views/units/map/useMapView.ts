import { useCallback, useState } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap, UnitStack } from '../../../map/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { EVENT_ZOOM } from '../../shared/unit/viewState.ts';
import { playingSpeed, type ShownTrip } from '../modes/shownTrip.ts';
import { visitInterval } from '../past/visitLines.ts';
import type { WantedInterval } from '../timeline/index.ts';
import type { NearPoint } from './nearest.ts';
import { boxed, picked } from './selection.ts';

const NO_UNITS: readonly number[] = [];

/** What a person looks at on the map, and the ways to change it. */
export interface MapView {
  /** Chosen units, the latest first. */
  readonly selected: readonly number[];
  readonly select: (unitIds: readonly number[]) => void;
  readonly pick: (unitId: number | null, additive: boolean) => void;
  readonly box: (unitIds: readonly number[], additive: boolean) => void;
  /** Selects a unit and brings it into sight; says so where it has no place. */
  readonly show: (unitId: number) => void;
  /** Selects units; the first of them comes into sight where it is not. */
  readonly choose: (unitIds: readonly number[]) => void;
  readonly followed: readonly number[];
  readonly follow: (unitIds: readonly number[]) => void;
  /** The trip that is shown. */
  readonly shownTrip: ShownTrip | null;
  readonly showTrip: (shownTrip: ShownTrip | null) => void;
  /** Brings timeline and map to an event, and lets time stand there. */
  readonly seek: (instant: Instant, place: Place | null) => void;
  /** Selects the unit of a visit, brings the timeline to its beginning and plays it. */
  readonly playVisit: (visit: Visit) => void;
  /** What was selected before a visit was played: the search that found it is still about that. Null: none is shown. */
  readonly visitScope: readonly number[] | null;
  /** What the timeline is to show because of the trip or the visit. */
  readonly wanted: WantedInterval | null;
  /** Units of one place that are spread out. */
  readonly stack: UnitStack | null;
  readonly spread: (stack: UnitStack | null) => void;
  /** The point that units are ranked by. */
  readonly near: NearPoint | null;
  readonly rank: (near: NearPoint | null) => void;
  /** What the timeline shows; null until it says so. */
  readonly visible: Interval | null;
  readonly setVisible: (visible: Interval) => void;
}

/** The state of the map screen besides the map itself. */
export function useMapView(linkedUnits: readonly number[], map: FleetMap | null, mayReplay: boolean): MapView {
  const { t } = useTranslation();
  const { units, sendPlayback } = useFleet();
  const { info } = useNotify();
  const [selected, setSelected] = useState(linkedUnits);
  const [followed, follow] = useState(NO_UNITS);
  const [shownTrip, setShownTrip] = useState<ShownTrip | null>(null);
  const [stack, setStack] = useState<UnitStack | null>(null);
  const [near, rank] = useState<NearPoint | null>(null);
  const [visible, setVisible] = useState<Interval | null>(null);
  const [visit, setVisit] = useState<ShownVisit | null>(null);
  const change = useCallback((next: (before: readonly number[]) => readonly number[]) => {
    setSelected(next);
    setShownTrip(null);
    setVisit(null);
    setStack(null);
  }, []);
  /** A camera that follows would gather the stack again at its next move. */
  const spread = useCallback((next: UnitStack | null) => {
    if (next !== null) follow(NO_UNITS);
    setStack(next);
  }, []);
  const select = useCallback((unitIds: readonly number[]) => change(() => unitIds), [change]);
  const choose = useCallback(
    (unitIds: readonly number[]) => {
      select(unitIds);
      const [first] = unitIds;
      if (first !== undefined) map?.reveal(first);
    },
    [select, map],
  );
  const show = useCallback(
    (unitId: number) => {
      select([unitId]);
      if (map?.fit([unitId]) === false)
        info(t('units.detail.noPosition', { unit: units.getSnapshot().byId.get(unitId)?.name ?? '' }));
    },
    [select, map, info, t, units],
  );
  const playVisit = usePlayVisit(visit?.scope ?? selected, change, setVisit, mayReplay);
  const showTrip = useCallback(
    (next: ShownTrip | null) => {
      setShownTrip(next);
      setVisit(null);
      setSelected((before) => (next === null ? (shownTrip?.scope ?? before) : [next.unitId]));
      if (next === null || !mayReplay) return;
      sendPlayback({ type: 'playback.seek', instant: next.interval.from });
      sendPlayback({ type: 'playback.setLoop', loop: next.interval });
      sendPlayback({ type: 'playback.setSpeed', speed: playingSpeed(next.interval) });
      sendPlayback({ type: 'playback.play' });
    },
    [shownTrip, mayReplay, sendPlayback],
  );
  const seek = useCallback(
    (instant: Instant, place: Place | null) => {
      if (mayReplay) {
        // Time that ran on would carry the ruler, and the list that is about it, away from what was pressed.
        sendPlayback({ type: 'playback.pause' });
        sendPlayback({ type: 'playback.seek', instant });
      }
      if (map !== null && place !== null)
        map.flyTo({ ...map.camera(), ...place, zoom: Math.max(EVENT_ZOOM, map.camera().zoom) });
    },
    [mayReplay, sendPlayback, map],
  );
  return {
    selected,
    select,
    choose,
    show,
    followed,
    follow,
    shownTrip,
    showTrip,
    seek,
    stack,
    spread,
    near,
    rank,
    visible,
    setVisible,
    wanted: shownTrip ?? visit,
    playVisit,
    visitScope: visit?.scope ?? null,
    pick: useCallback((unitId, additive) => change((before) => picked(before, unitId, additive)), [change]),
    box: useCallback((unitIds, additive) => change((before) => boxed(before, unitIds, additive)), [change]),
  };
}

interface ShownVisit extends WantedInterval {
  /** What was selected before. */
  readonly scope: readonly number[];
}

/** Plays a visit: its unit is selected, and the timeline goes to it. */
function usePlayVisit(
  scope: readonly number[],
  change: (next: () => readonly number[]) => void,
  show: (visit: ShownVisit) => void,
  mayReplay: boolean,
): MapView['playVisit'] {
  const { sendPlayback } = useFleet();
  return useCallback(
    (next: Visit) => {
      const interval = visitInterval(next);
      change(() => [next.unit_id]);
      show({ interval, scope });
      if (!mayReplay) return;
      sendPlayback({ type: 'playback.seek', instant: interval.from });
      sendPlayback({ type: 'playback.setLoop', loop: interval });
      sendPlayback({ type: 'playback.setSpeed', speed: playingSpeed(interval) });
      sendPlayback({ type: 'playback.play' });
    },
    [scope, change, show, mayReplay, sendPlayback],
  );
}
