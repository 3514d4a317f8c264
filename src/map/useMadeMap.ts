import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type RefObject } from 'react';
import type { Result } from '../domain/base/index.ts';
import type { MapFailure } from './fleetMapTypes.ts';

/** Fills the place that a small map is given. */
export const FILL: CSSProperties = { position: 'relative', width: '100%', height: '100%' };

/**
 * A map that lives as long as the component, in the element of `container`; null until it is made, or where it cannot
 * be.
 */
export function useMadeMap<Made extends { destroy(): void }>(
  make: (container: HTMLElement) => Result<Made, MapFailure>,
  onReady?: (map: Made) => void,
): { container: RefObject<HTMLDivElement | null>; map: Made | null; failure: MapFailure | null } {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Made | null>(null);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const open = useEffectEvent((element: HTMLElement) => {
    const made = make(element);
    if (!made.ok) {
      setFailure(made.error);
      return null;
    }
    setMap(made.value);
    onReady?.(made.value);
    return made.value;
  });
  useEffect(() => {
    const made = container.current && open(container.current);
    if (!made) return undefined;
    return () => {
      setMap(null);
      made.destroy();
    };
  }, []);
  return { container, map, failure };
}
