import type { ReactNode } from 'react';
import { createBrowserRouter, useLocation, useRouteError, type RouteObject } from 'react-router';
import { loadInside } from '../i18n/index.ts';
import { PATH, createScreens, screenOf, type Screen } from '../views/registry.ts';
import type { Address } from '../views/shared/address/addressBar.ts';
import { loadUnitList, loadUnitMap } from '../views/units/index.ts';
import { FirstPaint, Outlines } from './FirstPaint.tsx';
import { loadChunk } from './lazyScreen.ts';
import type { SessionApp } from './session.ts';

/** Under which the server has the client (specification, chapter 1). */
export const BASE = '/app';

export const SCREENS = createScreens({ list: loadUnitList, map: loadUnitMap });

/** The menu and what belongs to it, with the texts of who is signed in. */
export const loadSigned = async () => (await Promise.all([import('./SignedIn.tsx'), loadInside()]))[0];

/**
 * The router of the product: `page` around every screen, menu and navbar around those of the shell. Code of a screen
 * comes with the way to it; until it is there the screen before stays. The code of who is signed in waits for an account
 * to be entered, so that a link to a list does not load it beside the sign-in page.
 */
export function createRouter(page: ReactNode, session: Pick<SessionApp, 'entered'>): AppRouter {
  return createBrowserRouter(routesOf(page, session), { basename: BASE });
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function routesOf(page: ReactNode, { entered }: Pick<SessionApp, 'entered'>): RouteObject[] {
  const screens = SCREENS.filter(({ path }) => path !== PATH.notFound);
  const notFound = screenOf(SCREENS, PATH.notFound);
  const inShell = screens.filter(({ layout }) => layout === 'shell');
  const alone = screens.filter(({ layout }) => layout === 'full');
  return [
    {
      element: page,
      children: [
        { path: '/', element: null },
        ...alone.map(({ path, load }) => ({ path, caseSensitive: true, ...loaded(load, atOnce) })),
        {
          ...loaded(loadSigned, entered),
          HydrateFallback: PageOutlines,
          children: inShell.map(({ path, load }) => ({ path, caseSensitive: true, ...loaded(load, entered) })),
        },
        ...(notFound === null ? [] : [{ path: '*', ...loaded(notFound.load, atOnce) }]),
      ],
    },
  ];
}

const atOnce = (): Promise<void> => Promise.resolve();

/** A route whose code is loaded when it is first gone to, and not before `mayLoad` resolves. */
function loaded(load: Screen['load'], mayLoad: () => Promise<void>) {
  return {
    async lazy() {
      await mayLoad();
      return { Component: (await loadChunk(load)).default };
    },
    ErrorBoundary: Failed,
    HydrateFallback: FirstPaint,
  };
}

function PageOutlines(): ReactNode {
  return <Outlines screen={screenOf(SCREENS, useLocation().pathname)} />;
}

/** What did not come is dealt with where a crash is: by the boundary around the screen. */
function Failed(): never {
  throw useRouteError();
}

/** An address of the router as screens write it. */
export function addressOf({ pathname, search }: Readonly<Pick<Location, 'pathname' | 'search'>>): Address {
  return { path: pathname.slice(BASE.length) || '/', search };
}
