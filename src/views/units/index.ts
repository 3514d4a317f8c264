export const loadUnitList = () => import('./list/UnitListScreen.tsx');
export const loadUnitMap = () => import('./map/UnitMapScreen.tsx');
export { ConnectionStatus } from './ConnectionStatus.tsx';
export { unitScreens } from './screens.ts';
