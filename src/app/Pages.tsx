import { lazy, useEffect, useMemo, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { landingOf, mayOpen } from '../domain/access/index.ts';
import { loadInside } from '../i18n/index.ts';
import { loadUnreachable } from '../views/errors/index.ts';
import { PATH, createScreens, isForVisitors, matchScreen, screenOf, type Screen } from '../views/registry.ts';
import { ScreenParametersContext, type ScreenParameters } from '../views/shared/address/screen.ts';
import { useBrowser } from '../views/shared/services/browser.ts';
import { useStore } from '../views/shared/services/store.ts';
import type { SessionView } from '../views/shared/services/session.ts';
import { loadUnitList, loadUnitMap } from '../views/units/index.ts';
import type { CallsApp } from './calls.ts';
import type { Crashes } from './crashes.ts';
import { Waiting } from './FirstPaint.tsx';
import { Loaded } from './lazyScreen.ts';
import { useAhead } from './useAhead.ts';
import type { SessionApp } from './session.ts';

const loadSigned = async () => (await Promise.all([import('./SignedIn.tsx'), loadInside()]))[0];

/** The sign-in page, whose script is bounded, has no use for them. */
const PageSkeleton = lazy(async () => ({ default: (await import('../views/shared/PageSkeleton.tsx')).PageSkeleton }));

/** What whoever signs in needs first. */
const INSIDE = [loadSigned, loadUnitMap] as const;
const SHELL = [loadSigned] as const;
/** Who was sent a link of a location share is not about to sign in. */
const NOTHING = [] as const;

const SCREENS = createScreens({ list: loadUnitList, map: loadUnitMap });

export interface PagesProps {
  readonly crashes: Crashes;
  readonly session: SessionApp;
  readonly calls: CallsApp;
  readonly view: SessionView & { readonly isUnreachable: boolean; readonly isAuthorised: boolean };
}

/** The guard: which screen is shown, given the address and the session (specification, chapter 2). */
export function Pages(props: PagesProps): ReactNode {
  const { pathname } = useLocation();
  const match = useMemo(() => matchScreen(SCREENS, pathname), [pathname]);
  const { stage } = props.view;
  const screen = match?.screen ?? null;
  useAhead(stage, screen, isForVisitors(screen) ? NOTHING : stage === 'restoring' ? SHELL : INSIDE);
  return (
    <ScreenParametersContext value={match?.parameters ?? NONE}>
      <Guarded {...props} screen={match?.screen ?? null} />
    </ScreenParametersContext>
  );
}

const NONE: ScreenParameters = {};

function Guarded(props: PagesProps & { readonly screen: Screen | null }): ReactNode {
  const { session, view, screen } = props;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Whoever signed in to take up an invitation goes on with it.
  const invite = useStore(useBrowser().invite);
  const invitePath = invite === null ? null : PATH.welcomeUser.replace(':token', encodeURIComponent(invite));
  const landing = view.account ? landingOf(view.account, view.permissions, SCREENS) : null;
  const landingPath = landing ? `${landing.path}${query(landing.query)}` : null;
  const isEntrance =
    pathname === '/' ||
    screen?.path === PATH.login ||
    screen?.path === PATH.selectAccount ||
    screen?.path === PATH.noAccounts;

  // The place asked for before signing in is remembered by the session; this is where it starts. The choice of
  // accounts, where a session may have ended, is no such place: whoever signs in next comes by it or has no choice.
  const isGuarded = screen !== null && !isEntrance && (screen.access !== 'public' || screen.isPersonal);
  useEffect(() => {
    if (view.stage === 'signedOut' && isGuarded)
      session.actor.send({ type: 'session.targetBlocked', target: `${pathname}${search}` });
  }, [view.stage, isGuarded, pathname, search, session]);
  useEffect(() => {
    const isChoosing = view.stage === 'choosingAccount';
    const isShown = screen?.path === PATH.selectAccount;
    // Leaving the choice of accounts by the browser's way back is a choice too; before the chooser was shown, nobody left it.
    if (isChoosing && view.account !== null && !isShown && session.chooserStood())
      session.actor.send({ type: 'session.cancelChoice' });
    session.noteChooser(isChoosing && isShown);
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

  if (view.isUnreachable) return <Unreachable {...props} />;
  if (view.stage === 'restoring')
    return isEntrance ? <Alone screen={screenOf(SCREENS, PATH.login)} /> : <Outlines screen={screen} />;
  if (pathname === '/') return <Navigate to={PATH.login} replace />;
  // A wrong address stays in the address bar: a typing mistake can be put right there.
  if (screen === null) return <Alone screen={screenOf(SCREENS, PATH.notFound)} />;
  // A page for everyone is shown whatever the session does meanwhile: someone may be signing in by it.
  if (screen.access === 'public' && !isEntrance) return <Alone screen={screen} />;
  switch (view.stage) {
    case 'codeRequired':
    case 'checkingCode':
    case 'signedOut':
    case 'signingIn':
      return screen.access === 'public' ? <Alone screen={screen} /> : <Navigate to={PATH.login} replace />;
    case 'choosingAccount':
      // On the way back from the chooser nothing is shown until the session knows.
      if (session.chooserStood() && view.account !== null && screen.path !== PATH.selectAccount) return null;
      return screen.path === PATH.selectAccount ? <Alone screen={screen} /> : <Navigate to={PATH.selectAccount} />;
    case 'noAccounts':
      if (isEntrance && invitePath !== null) return <Navigate to={invitePath} replace />;
      return screen.path === PATH.noAccounts || (screen.layout === 'full' && !isEntrance) ? (
        <Alone screen={screen} />
      ) : (
        <Navigate to={PATH.noAccounts} replace />
      );
    case 'entering':
    case 'signingOut':
      if (isEntrance) return <Alone screen={screen} />;
      // Whoever comes back to a screen waits for it, on a slow line for long.
      return view.account === null ? <Outlines screen={screen} /> : <Inside {...props} />;
    case 'signedIn':
      return isEntrance && landingPath !== null ? (
        <Navigate to={invitePath ?? session.wanted() ?? landingPath} replace />
      ) : (
        <Inside {...props} />
      );
  }
}

/** A screen within the shell, for who may open it. */
function Inside({ session, calls, view, screen, crashes }: PagesProps & { readonly screen: Screen | null }): ReactNode {
  const { pathname } = useLocation();
  if (screen === null || screen.layout === 'full') return <Alone screen={screen} />;
  if (!mayOpen(view.permissions, screen)) return <Navigate to={PATH.unauthorised} replace />;
  return (
    <Waiting fallback={<Outlines screen={screen} />}>
      <Loaded load={loadSigned} with={{ session, calls, screen, screens: SCREENS, path: pathname, crashes }} />
    </Waiting>
  );
}

function Unreachable({ session, view }: PagesProps): ReactNode {
  return (
    <Waiting>
      <Loaded
        load={loadUnreachable}
        with={{
          problem: view.problem,
          onRetry: () => session.actor.send({ type: 'session.checkAccounts' }),
          onSignOut: () => session.actor.send({ type: 'session.signOut' }),
        }}
      />
    </Waiting>
  );
}

function query(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}

function Alone({ screen }: { screen: Screen | null }): ReactNode {
  return screen === null ? null : (
    <Waiting>
      <Loaded load={screen.load} with={{}} />
    </Waiting>
  );
}

/** The outlines of a screen inside the shell, while session and code are on their way. */
function Outlines({ screen }: { screen: Screen | null }): ReactNode {
  return screen?.layout === 'shell' ? (
    <Waiting>
      <PageSkeleton isMap={screen.load === loadUnitMap} />
    </Waiting>
  ) : null;
}
