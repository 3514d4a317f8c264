import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Layout, SkinChoice } from '../services/preferences.ts';
import { renderInWorld } from '../testing/world.tsx';
import { Brand, EntranceBrand } from './Brand.tsx';
import { BrandContext, type Brand as BrandOfAccount } from './branding.ts';

afterEach(cleanup);

const ALL = {
  light: '/images/light',
  dark: '/images/dark',
  expanded: '/images/expanded',
  collapsed: '/images/collapsed',
};

/** The picture that a menu shows; null: the product's mark and the name. */
async function shown(
  logos: BrandOfAccount['logos'],
  skin: SkinChoice,
  { layout = 'vertical', collapsed = false }: { layout?: Layout; collapsed?: boolean } = {},
): Promise<string | null> {
  await renderInWorld(
    <BrandContext value={{ name: 'Волга', logos }}>
      <Brand collapsed={collapsed} />
    </BrandContext>,
    { preferences: { skin, layout } },
  );
  const path = screen.queryByRole('img', { name: 'Волга' })?.getAttribute('src') ?? null;
  cleanup();
  return path;
}

describe('an account’s logo in the menu', () => {
  it('is the wide one where the menu is light, the one for dark where it is dark', async () => {
    expect(await shown(ALL, 'light')).toBe('/images/expanded');
    expect(await shown(ALL, 'dark')).toBe('/images/dark');
    expect(await shown(ALL, 'semi-dark')).toBe('/images/dark');
    // This layout has no dark menu.
    expect(await shown(ALL, 'semi-dark', { layout: 'horizontal' })).toBe('/images/expanded');
  });

  it('is the small one where the menu is collapsed', async () => {
    expect(await shown(ALL, 'dark', { collapsed: true })).toBe('/images/collapsed');
  });

  it('on the pages before the product suits what it stands on', async () => {
    const path = async (skin: SkinChoice, onChrome: boolean): Promise<string | null> => {
      await renderInWorld(
        <BrandContext value={{ name: 'Волга', logos: ALL }}>
          <EntranceBrand onChrome={onChrome} />
        </BrandContext>,
        { preferences: { skin } },
      );
      const source = screen.getByRole('img', { name: 'Волга' }).getAttribute('src');
      cleanup();
      return source;
    };
    // Half dark: the chrome is, the page is not.
    expect([
      await path('semi-dark', true),
      await path('semi-dark', false),
      await path('light', true),
      await path('dark', false),
    ]).toEqual(['/images/dark', '/images/light', '/images/light', '/images/dark']);
  });

  it('falls back on what was given, and on the name where nothing was', async () => {
    expect(await shown({ expanded: '/images/expanded' }, 'dark')).toBe('/images/expanded');
    expect(await shown({ light: '/images/light' }, 'light')).toBe('/images/light');
    expect(await shown({}, 'dark')).toBeNull();
  });
});
