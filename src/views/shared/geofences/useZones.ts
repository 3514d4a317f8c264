import { useEffect, useState } from 'react';
import type { GeofenceShape } from '../../../api/contract/index.ts';
import { geofences } from '../../../domain/geofence/index.ts';
import type { MapZone } from '../../../map/index.ts';
import { useCalls, type Calls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { useSession } from '../services/session.ts';

/** After a change the shapes are read again, and while changes go on at most this often, ms. */
const PAUSE = 2_000;
const NO_ZONES: readonly MapZone[] = [];

export interface Zones {
  readonly zones: readonly MapZone[];
  /** Why they could not be read, or null. */
  readonly problem: Problem | null;
}

/**
 * Geofences of the account with their shapes: read once, part after part, and again when some changed. None where the
 * person may not see them.
 */
export function useZones(isWanted = true): Zones {
  const { call, onChange } = useCalls();
  const { can } = useSession();
  const isRead = isWanted && can(geofences.needs.read);
  const [read, setRead] = useState<Zones>({ zones: NO_ZONES, problem: null });
  useEffect(() => {
    if (!isRead) return undefined;
    const ending = new AbortController();
    const reading = new RepeatedReading(async () => {
      const next = await readZones(call, ending.signal);
      if (!ending.signal.aborted)
        setRead((before) => ('problem' in next ? { ...before, ...next } : { zones: next.zones, problem: null }));
    });
    reading.begin();
    const stop = onChange([geofences.name], () => reading.begin());
    return () => {
      stop();
      reading.end();
      ending.abort();
    };
  }, [isRead, call, onChange]);
  return isRead ? read : { zones: NO_ZONES, problem: null };
}

/** One reading at a time, with a pause behind each. */
class RepeatedReading {
  readonly #read: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isAsked = false;
  #isOver = false;

  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  begin(): void {
    this.#isAsked = true;
    if (!this.#isBusy) void this.#run();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    this.#isAsked = false;
    try {
      await this.#read();
    } catch (error) {
      // A call that was ended is no failure of it.
      if (!this.#isOver) throw error;
    }
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#isBusy = false;
      if (this.#isAsked) void this.#run();
    }, PAUSE);
  }
}

/** All shapes of the account, part after part, for the map. */
async function readZones(
  call: Calls['call'],
  signal: AbortSignal,
): Promise<{ readonly zones: readonly MapZone[] } | { readonly problem: Problem }> {
  const read = await readShapes(call, signal, false);
  return 'problem' in read ? read : { zones: read.shapes.map(zoneOf) };
}

/** All shapes of the account, part after part. `whole`: with all else that is filled in of them. */
export async function readShapes(
  call: Calls['call'],
  signal: AbortSignal,
  whole: boolean,
): Promise<{ readonly shapes: readonly GeofenceShape[] } | { readonly problem: Problem }> {
  const shapes: GeofenceShape[] = [];
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const answer: Awaited<ReturnType<typeof call<'getGeofenceShapes'>>> = await call(
      'getGeofenceShapes',
      { after, whole },
      signal,
    );
    if (!answer.ok) return { problem: answer.error };
    shapes.push(...answer.value.geofences);
    after = answer.value.next;
  }
  return { shapes };
}

const zoneOf = ({ geofence_id, name, colour, shape }: GeofenceShape): MapZone => ({
  id: geofence_id,
  name,
  colour,
  shape,
});
