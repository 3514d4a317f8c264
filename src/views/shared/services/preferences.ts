import { createContext, useContext } from 'react';
import { DEFAULT_LANGUAGE, LANGUAGES, direction, type Direction, type LanguageCode } from '../../../i18n/index.ts';
import { ACCENTS, DEFAULT_ACCENT, SKINS, type Accent, type Skin } from '../../../ui/tokens/index.ts';

export const LAYOUTS = ['vertical', 'horizontal', 'full'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const CONTENT_WIDTHS = ['full', 'boxed'] as const;
type ContentWidth = (typeof CONTENT_WIDTHS)[number];

export const FOOTERS = ['hidden', 'shown'] as const;
type Footer = (typeof FOOTERS)[number];

/** `system` follows the device (specification, chapter 1). */
export const SKIN_CHOICES = ['system', ...SKINS] as const;
export type SkinChoice = (typeof SKIN_CHOICES)[number];

export const DENSITIES = ['compact', 'regular'] as const;
type Density = (typeof DENSITIES)[number];

export const DIRECTION_CHOICES = ['language', 'ltr', 'rtl'] as const;
type DirectionChoice = (typeof DIRECTION_CHOICES)[number];

/** Which trails the map draws. */
export const TRAIL_CHOICES = ['off', 'selected', 'fleet'] as const;
export type TrailChoice = (typeof TRAIL_CHOICES)[number];

/** Whose time zone times are shown in; `auto`: a person's own where they chose one, else the account's. */
const ZONE_CHOICES = ['auto', 'own', 'account', 'unit'] as const;
export type ZoneChoice = (typeof ZONE_CHOICES)[number];

/** What becomes on the map of units that a filter leaves out. */
const FILTERED_AWAY = ['hidden', 'dimmed'] as const;

/** What a person chose for this browser. */
export interface ShellPreferences {
  readonly language: LanguageCode;
  readonly skin: SkinChoice;
  readonly accent: Accent;
  readonly layout: Layout;
  readonly contentWidth: ContentWidth;
  readonly footer: Footer;
  readonly density: Density;
  readonly direction: DirectionChoice;
  readonly menuCollapsed: boolean;
  readonly trails: TrailChoice;
  readonly timeZone: ZoneChoice;
  /** Crowds of units as bubbles with counts. */
  readonly mapDensity: boolean;
  readonly filteredAway: (typeof FILTERED_AWAY)[number];
  /** Room of the charts above the ruler, CSS px. */
  readonly chartSize: number;
  /** Geofences are drawn on the map of units. */
  readonly mapZones: boolean;
  /** A sound when an alarm is raised. */
  readonly alarmSound: boolean;
  /** Hidden columns by list. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Columns in the order that they were given, by list; a list that is missing has its own. */
  readonly listOrders: Readonly<Record<string, readonly string[]>>;
}

export const DEFAULT_PREFERENCES: ShellPreferences = {
  language: DEFAULT_LANGUAGE,
  skin: 'system',
  accent: DEFAULT_ACCENT,
  layout: 'vertical',
  contentWidth: 'full',
  footer: 'hidden',
  density: 'regular',
  direction: 'language',
  menuCollapsed: false,
  trails: 'selected',
  timeZone: 'auto',
  mapDensity: true,
  chartSize: 200,
  filteredAway: 'hidden',
  mapZones: true,
  alarmSound: false,
  lists: {},
  listOrders: {},
};

/** What the page looks like, with every choice resolved. */
export interface Appearance {
  readonly skin: Skin;
  readonly accent: Accent;
  readonly layout: Layout;
  readonly direction: Direction;
  readonly language: LanguageCode;
}

/** A language that the interface can be shown in, as the server lists it. */
export interface InterfaceLanguage {
  readonly code: LanguageCode;
  /** In the language itself, so that its readers find it. */
  readonly name: string;
  readonly direction: Direction;
}

/** Resolves "as the device" and "as the language". The horizontal layout turns semi-dark to light. */
export function appearanceOf(
  preferences: ShellPreferences,
  deviceIsDark: boolean,
  languages: readonly InterfaceLanguage[] = [],
): Appearance {
  const { skin, accent, layout, language } = preferences;
  const wanted: Skin = skin === 'system' ? (deviceIsDark ? 'dark' : 'light') : skin;
  return {
    skin: layout === 'horizontal' && wanted === 'semi-dark' ? 'light' : wanted,
    accent,
    layout,
    language,
    direction:
      preferences.direction === 'language'
        ? (languages.find(({ code }) => code === language)?.direction ?? direction(language))
        : preferences.direction,
  };
}

/** Puts an appearance on the document: two attributes choose all colours. */
export function applyAppearance(
  root: HTMLElement,
  { skin, accent, language, direction: textDirection }: Appearance,
): void {
  root.dataset.skin = skin;
  root.dataset.accent = accent;
  root.lang = language;
  root.dir = textDirection;
}

/** Stored value of the menu (specification, chapter 9: 2 means collapsed). */
const MENU_STATE = { expanded: '1', collapsed: '2' } as const;
const SWITCH = { off: '0', on: '1' } as const;

/** Preferences as texts by key, for whatever keeps them. */
export type StoredPreferences = Partial<Record<keyof ShellPreferences, string>>;

export function storePreferences(preferences: ShellPreferences): Required<StoredPreferences> {
  const { menuCollapsed, mapDensity, chartSize, mapZones, alarmSound, lists, listOrders, ...rest } = preferences;
  return {
    ...rest,
    lists: JSON.stringify(lists),
    listOrders: JSON.stringify(listOrders),
    mapDensity: mapDensity ? SWITCH.on : SWITCH.off,
    chartSize: String(chartSize),
    mapZones: mapZones ? SWITCH.on : SWITCH.off,
    alarmSound: alarmSound ? SWITCH.on : SWITCH.off,
    menuCollapsed: menuCollapsed ? MENU_STATE.collapsed : MENU_STATE.expanded,
  };
}

/** Reads what was stored; what is missing or unknown takes the default. */
export function readPreferences(
  stored: StoredPreferences,
  defaults: ShellPreferences = DEFAULT_PREFERENCES,
): ShellPreferences {
  const known = <Value extends string>(values: readonly Value[], text: string | undefined, fallback: Value): Value =>
    values.find((value) => value === text) ?? fallback;
  return {
    language: known(LANGUAGES, stored.language, defaults.language),
    skin: known(SKIN_CHOICES, stored.skin, defaults.skin),
    accent: known(ACCENTS, stored.accent, defaults.accent),
    layout: known(LAYOUTS, stored.layout, defaults.layout),
    contentWidth: known(CONTENT_WIDTHS, stored.contentWidth, defaults.contentWidth),
    footer: known(FOOTERS, stored.footer, defaults.footer),
    density: known(DENSITIES, stored.density, defaults.density),
    direction: known(DIRECTION_CHOICES, stored.direction, defaults.direction),
    menuCollapsed:
      stored.menuCollapsed === undefined ? defaults.menuCollapsed : stored.menuCollapsed === MENU_STATE.collapsed,
    trails: known(TRAIL_CHOICES, stored.trails, defaults.trails),
    timeZone: known(ZONE_CHOICES, stored.timeZone, defaults.timeZone),
    mapZones: stored.mapZones === undefined ? defaults.mapZones : stored.mapZones !== SWITCH.off,
    alarmSound: stored.alarmSound === undefined ? defaults.alarmSound : stored.alarmSound === SWITCH.on,
    mapDensity: stored.mapDensity === undefined ? defaults.mapDensity : stored.mapDensity !== SWITCH.off,
    filteredAway: known(FILTERED_AWAY, stored.filteredAway, defaults.filteredAway),
    chartSize: Number(stored.chartSize) > 0 ? Number(stored.chartSize) : defaults.chartSize,
    lists: readLists(stored.lists) ?? defaults.lists,
    listOrders: readLists(stored.listOrders) ?? defaults.listOrders,
  };
}

/** Columns by list as they were stored; null when it is anything else. */
function readLists(text: string | undefined): ShellPreferences['lists'] | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return null;
    const isNames = (names: unknown): names is string[] =>
      Array.isArray(names) && names.every((name) => typeof name === 'string');
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string[]] => isNames(entry[1])));
  } catch {
    return null; // not JSON: as if nothing were kept
  }
}

export interface PreferencesView {
  readonly preferences: ShellPreferences;
  readonly appearance: Appearance;
  /** The languages to choose from. */
  readonly languages: readonly InterfaceLanguage[];
  change(part: Partial<ShellPreferences>): void;
}

export const PreferencesContext = createContext<PreferencesView | null>(null);

/** The preferences; outside of {@link PreferencesContext} is a mistake. */
export function usePreferences(): PreferencesView {
  const view = useContext(PreferencesContext);
  if (view === null) throw new Error('usePreferences outside of PreferencesContext');
  return view;
}
