import { useEffect, useState } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import type { Presence } from '../../../streams/types.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

/** A map that does not know where to look is waited with for so long. */
const PATIENCE = SECOND;

/**
 * Whether the map may be made. Where nobody said where to look it waits for the first units: a map of the world that is
 * left at once costs a slow machine a second of pictures that nobody wants. It waits for no feed that is late, or has
 * no unit.
 */
export function usePlace(isKnown: boolean): boolean {
  const { fleet, onFrame, presence } = useFleet();
  const [isPlaced, setPlaced] = useState(isKnown || fleet.count > 0 || hasAnswered(presence));
  useEffect(() => {
    if (isPlaced) return undefined;
    const beginIf = (reason: boolean): void => {
      if (reason) setPlaced(true);
    };
    const stops = [
      onFrame((frame) => beginIf(frame.fleet.count > 0)),
      presence.subscribe(() => beginIf(hasAnswered(presence))),
    ];
    const timer = setTimeout(() => setPlaced(true), PATIENCE);
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [isPlaced, onFrame, presence]);
  return isPlaced;
}

const hasAnswered = (presence: ReadableStore<Presence>): boolean => presence.getSnapshot().state !== 'connecting';

/**
 * Brings the units of the address into sight, or all of them, as soon as one has a place, unless the address said where
 * to look. At once and not by a glide: nobody was looking anywhere yet.
 */
export function useFirstFit(map: FleetMap | null, linked: readonly number[], wanted: boolean): void {
  const { onFrame, units } = useFleet();
  const [first] = useState({ linked, done: !wanted });
  useEffect(() => {
    if (first.done || map === null) return undefined;
    const stop = onFrame(({ fleet }) => {
      if (first.done || fleet.count === 0) return;
      const isThere = first.linked.length > 0 && map.fit(first.linked, 'jump');
      // Until the list of units has come it is not known where one was put by hand.
      if (!isThere && first.linked.length > 0 && units.getSnapshot().loading) return;
      // Units of the address that have no place leave the view of all.
      if (!isThere && !map.fit(fleet.ids.subarray(0, fleet.count), 'jump')) return;
      first.done = true;
      stop();
    });
    return stop;
  }, [map, first, onFrame, units]);
}
