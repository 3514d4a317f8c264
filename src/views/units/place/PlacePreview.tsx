import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../shared/code/lazyPart.ts';
import './place.css';

const PlacePicker = lazyPart(() => import('./PlacePicker.tsx'));

export interface PlacePreviewProps {
  latitude: number;
  longitude: number;
  /** What stands at the place; a pin where it is left out. */
  mark?: ReactNode;
}

/** A small map that shows one place. */
export function PlacePreview({ latitude, longitude, mark }: PlacePreviewProps): ReactNode {
  return (
    <Suspense fallback={<div className="place-map" aria-busy="true" />}>
      <PlacePicker place={{ latitude, longitude }} mark={mark} />
    </Suspense>
  );
}
