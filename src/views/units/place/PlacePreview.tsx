import { Suspense, lazy, type ReactNode } from 'react';
import './place.css';

const PlacePicker = lazy(() => import('./PlacePicker.tsx'));

/** A small map that shows one place. */
export function PlacePreview({ latitude, longitude }: { latitude: number; longitude: number }): ReactNode {
  return (
    <Suspense fallback={<div className="place-map" aria-busy="true" />}>
      <PlacePicker place={{ latitude, longitude }} />
    </Suspense>
  );
}
