import type { Page } from 'playwright';

export type Look = 'light' | 'dark' | 'persian' | 'narrow';

/** One picture of the tour, in each of its looks. */
export interface Stop {
  /** Of the file. */
  readonly name: string;
  readonly title: string;
  /** Who looks; null: before signing in. */
  readonly user: string | null;
  readonly path: string;
  readonly looks: readonly Look[];
  /** What is pressed before the picture is taken. By place and class, as names are of every language. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Selects the rows of the list beside the map. */
const select =
  (...rows: readonly number[]) =>
  async (page: Page): Promise<void> => {
    for (const [index, row] of rows.entries())
      await page
        .locator('.unit-panel [role="row"]')
        .nth(row)
        .click({ modifiers: index === 0 ? [] : ['Control'] });
  };

export const STOPS: readonly Stop[] = [
  { name: 'sign-in', title: 'Sign in', user: null, path: '/login', looks: ['light', 'dark'] },
  { name: 'dashboard', title: 'What needs attention', user: 'owner', path: '/dashboard', looks: ['light', 'dark'] },
  {
    name: 'fleet',
    title: 'The fleet, live',
    user: 'dealer',
    path: '/units/map',
    looks: ['light', 'dark', 'persian', 'narrow'],
  },
  {
    name: 'streets',
    title: 'Streets without the internet',
    user: 'dealer',
    path: '/units/map?camera=47.14,9.522,14',
    looks: ['light', 'dark'],
  },
  {
    name: 'compare',
    title: 'Several units beside each other',
    user: 'dealer',
    path: '/units/map?charts=',
    looks: ['light', 'dark'],
    act: select(2, 4, 7),
  },
  {
    name: 'beside',
    title: 'Yesterday beside now',
    user: 'dealer',
    path: `/units/map?beside=${new Date(Date.now() - 86_400_000).toISOString()}`,
    looks: ['light'],
  },
  {
    name: 'place',
    title: 'Who was here',
    user: 'dealer',
    path: `/units/place?camera=35.7,51.4,9.6&area=${encodeURIComponent('{"type":"circle","center":[51.4,35.7],"radius":16000}')}`,
    looks: ['light', 'dark', 'persian', 'narrow'],
  },
  { name: 'trips', title: 'Trips', user: 'consumer', path: '/units/trips', looks: ['light', 'persian', 'narrow'] },
  {
    name: 'list',
    title: 'The list of units',
    user: 'dealer',
    path: '/units/list',
    looks: ['light', 'persian', 'narrow'],
  },
  { name: 'rules', title: 'Event rules', user: 'consumer', path: '/rules', looks: ['dark'] },
];
