export { createPlaceSearchMachine, type PlaceSearchEffects } from './placeSearch.machine.ts';
