import type { ReactNode } from 'react';
import { createBrowserRouter, useRouteError, type RouteObject } from 'react-router';
import { PATH, createScreens, type Screen } from '../views/registry.ts';
import type { Address } from '../views/shared/address/addressBar.ts';
import { loadChunk } from '../views/shared/code/loadChunk.ts';
import { loadUnitList, loadUnitMap } from '../views/units/index.ts';
import { FirstPaint, ScreenOutlines } from './FirstPaint.tsx';
import type { SessionApp } from './session.ts';

/** Under which the server has the client (specification, chapter 1). */
export const BASE = '/app';

export const SCREENS = createScreens({ list: loadUnitList, map: loadUnitMap });

/**
 * The router of the product: `page` around every screen. The code of a screen is loaded when it is navigated to; the
 * previous screen stays until then. Screens of the shell wait for an account to be entered, so that opening a link to a
 * list does not load its code beside the sign-in page.
 */
export function createRouter(page: ReactNode, session: Pick<SessionApp, 'entered'>): AppRouter {
  return createBrowserRouter(routesOf(page, session), { basename: BASE });
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function routesOf(page: ReactNode, { entered }: Pick<SessionApp, 'entered'>): RouteObject[] {
  const screens = SCREENS.map(({ path, layout, load }): RouteObject =>
    // A wrong address stays in the address bar.
    ({
      path: path === PATH.notFound ? '*' : path,
      caseSensitive: true,
      ErrorBoundary: Failed,
      ...(layout === 'shell' ? inShell(load, entered) : alone(load)),
    }),
  );
  return [{ element: page, children: [{ path: '/', element: null }, ...screens] }];
}

const alone = (load: Screen['load']): RouteObject => ({
  lazy: async () => ({ Component: (await loadChunk(load)).default }),
  HydrateFallback: FirstPaint,
});

function inShell(load: Screen['load'], entered: () => Promise<void>): RouteObject {
  return {
    async lazy() {
      await entered();
      return { Component: (await loadChunk(load)).default };
    },
    HydrateFallback: () => <ScreenOutlines isMap={load === loadUnitMap} />,
  };
}

/** Chunks that did not come are dealt with where a crash is: by the boundary around the screen. */
function Failed(): never {
  throw useRouteError();
}

/** An address of the router as screens write it. */
export function addressOf({ pathname, search }: Readonly<Pick<Location, 'pathname' | 'search'>>): Address {
  return { path: pathname.slice(BASE.length) || '/', search };
}
