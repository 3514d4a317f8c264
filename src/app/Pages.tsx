import { Suspense, createElement, lazy, useEffect, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { landingOf } from '../domain/access/index.ts';
import { loadUnreachable } from '../views/errors/index.ts';
import { PATH, createScreens, screenOf, type Screen } from '../views/registry.ts';
import type { SessionView } from '../views/shared/session.ts';
import type { SessionApp } from './session.ts';

const Unreachable = lazy(loadUnreachable);
const Signed = lazy(() => import('./SignedIn.tsx'));

/** Unit screens are shown by the signed-in part, which loads them with their services. */
const insideShell = async (): Promise<{ default: ComponentType }> => ({ default: () => null });
export const SCREENS = createScreens({ list: insideShell, map: insideShell });

/** Screens that stand alone, loaded when they are first shown. */
const STANDING = new Map(SCREENS.filter((screen) => screen.layout === 'full').map((screen) => [screen.id, lazy(screen.load)]));

export interface PagesProps {
  readonly session: SessionApp;
  readonly view: SessionView & { readonly isUnreachable: boolean; readonly isAuthorised: boolean };
}

/** The guard: which screen stands, given the address and the session (specification, chapter 2). */
export function Pages({ session, view }: PagesProps): ReactNode {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const screen = screenOf(SCREENS, pathname);
  const landing = view.account ? landingOf(view.account, view.permissions, SCREENS) : null;
  const landingPath = landing ? `${landing.path}${query(landing.query)}` : null;
  const isEntrance = pathname === '/' || screen?.path === PATH.login || screen?.path === PATH.selectAccount || screen?.path === PATH.noAccounts;

  // The place asked for before signing in is remembered by the session; this is where it starts.
  const isGuarded = screen !== null && screen.access !== 'public';
  useEffect(() => {
    if (view.stage === 'signedOut' && isGuarded) session.actor.send({ type: 'session.targetBlocked', target: `${pathname}${search}` });
  }, [view.stage, isGuarded, pathname, search, session]);
  useEffect(() => {
    const isChoosing = view.stage === 'choosingAccount';
    const stands = screen?.path === PATH.selectAccount;
    // Leaving the choice of accounts by the browser's way back is a choice too; before the chooser stood, nobody left it.
    if (isChoosing && view.account !== null && !stands && session.chooserStood()) session.actor.send({ type: 'session.cancelChoice' });
    session.noteChooser(isChoosing && stands);
  }, [view.stage, view.account, screen, session]);
  useEffect(() => {
    if (!view.isAuthorised && view.stage === 'signedIn') {
      session.actor.send({ type: 'session.accessAcknowledged' });
      void navigate(PATH.unauthorised, { replace: true });
    }
  }, [view.isAuthorised, view.stage, session, navigate]);

  // Where the session wanted to go; the entrance screens lead there, others stand where they are.
  useEffect(() => {
    if (view.stage === 'signedIn' && !isEntrance) session.arrived();
  }, [view.stage, isEntrance, session]);

  if (view.isUnreachable) return <Waiting><Unreachable problem={view.problem} onRetry={() => session.actor.send({ type: 'session.checkAccounts' })} onSignOut={() => session.actor.send({ type: 'session.signOut' })} /></Waiting>;
  if (view.stage === 'restoring') return isEntrance ? <Alone screen={screenOf(SCREENS, PATH.login)} /> : null;
  if (pathname === '/') return <Navigate to={PATH.login} replace />;
  if (screen === null) return <Navigate to={PATH.notFound} replace />;
  switch (view.stage) {
    case 'signedOut':
    case 'signingIn':
      return screen.access === 'public' ? <Alone screen={screen} /> : <Navigate to={PATH.login} replace />;
    case 'choosingAccount':
      // On the way back from the chooser nothing is shown until the session knows.
      if (session.chooserStood() && view.account !== null && screen.path !== PATH.selectAccount) return null;
      return screen.path === PATH.selectAccount || (screen.access === 'public' && !isEntrance) ? <Alone screen={screen} /> : <Navigate to={PATH.selectAccount} />;
    case 'noAccounts':
      return screen.path === PATH.noAccounts ? <Alone screen={screen} /> : <Navigate to={PATH.noAccounts} replace />;
    case 'entering':
    case 'signingOut':
      return isEntrance || view.account === null ? <Alone screen={isEntrance ? screen : screenOf(SCREENS, PATH.selectAccount)} /> : inside();
    case 'signedIn':
      return isEntrance && landingPath !== null ? <Navigate to={session.wanted() ?? landingPath} replace /> : inside();
  }

  function inside(): ReactNode {
    if (screen === null || screen.layout === 'full') return <Alone screen={screen} />;
    if (screen.need !== null && !view.can(screen.need)) return <Navigate to={PATH.unauthorised} replace />;
    return <Waiting><Signed session={session} screen={screen} screens={SCREENS} path={pathname} /></Waiting>;
  }
}

function query(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}

function Alone({ screen }: { screen: Screen | null }): ReactNode {
  const page = STANDING.get(screen?.id ?? '');
  return page === undefined ? null : <Waiting>{createElement(page)}</Waiting>;
}

function Waiting({ children }: { children: ReactNode }): ReactNode {
  return <Suspense fallback={null}>{children}</Suspense>;
}
