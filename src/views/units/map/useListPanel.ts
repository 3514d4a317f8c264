import { useRef, useState, type RefObject } from 'react';
import type { UnitMode } from '../../shared/unit/unitModes.ts';
import type { MapView } from './useMapView.ts';

export interface ListPanel {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Opens the panel and moves the focus to its search. */
  readonly search: () => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** On a phone, where the panel covers the map: closes it after something was chosen in it. */
  readonly closeIfNarrow: () => void;
}

/**
 * Whether the panel beside the map is open: on a phone not from the start, unless the mode is about what the list says.
 */
export function useListPanel(view: MapView, mode: UnitMode, narrow: boolean): ListPanel {
  const [isListOpen, setListOpen] = useState(!narrow || !['map', 'history'].includes(mode));
  const searchRef = useRef<HTMLInputElement>(null);
  const isOpen = isListOpen || view.near !== null;
  const set = (open: boolean): void => {
    setListOpen(open);
    view.rank(null);
  };
  return {
    isOpen,
    toggle: () => set(!isOpen),
    search: () => {
      setListOpen(true);
      searchRef.current?.focus();
    },
    searchRef,
    closeIfNarrow: () => {
      if (narrow) set(false);
    },
  };
}
