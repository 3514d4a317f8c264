export { useMapTexts } from '../../shared/useMapTexts.ts';
