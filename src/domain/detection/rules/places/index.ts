export { PlaceSet, type PlacedShape } from './placeSet.ts';
export { RecentFixes, type RecentFix } from './recentFixes.ts';
export { placeSetOf, type PlaceBook } from './resolve.ts';
export { RecentFigures, type RecentFigureState } from './recentFigures.ts';
