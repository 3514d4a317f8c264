export { PlaceField } from './PlaceField.tsx';
export { PlacePreview } from './PlacePreview.tsx';
