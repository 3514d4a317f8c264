import { HistoryIcon, ListIcon, MapIcon, type IconType } from '../../ui/index.ts';
import type { ScreenIcon } from '../shared/screen.ts';

/** Pictures of menu entries. */
export const SCREEN_ICONS: Readonly<Record<ScreenIcon, IconType>> = { list: ListIcon, map: MapIcon, history: HistoryIcon };
