import { Suspense, lazy, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { landingOf, mayOpen } from '../domain/access/index.ts';
import { loadInside } from '../i18n/index.ts';
import { loadUnreachable } from '../views/errors/index.ts';
import { PATH, isForVisitors, matchScreen, type Screen } from '../views/registry.ts';
import type { Address } from '../views/shared/address/addressBar.ts';
import { useGoOn } from '../views/shared/address/leaveGuard.ts';
import { ScreenParametersContext, type ScreenParameters } from '../views/shared/address/screen.ts';
import { useBrowser } from '../views/shared/services/browser.ts';
import { useStore } from '../views/shared/services/store.ts';
import type { SessionView } from '../views/shared/services/session.ts';
import { loadChunk } from '../views/shared/code/loadChunk.ts';
import { loadUnitMap } from '../views/units/index.ts';
import type { CallsApp } from './calls.ts';
import type { Crashes } from './crashes.ts';
import { FirstPaint, Outlines, ScreenOutlines } from './FirstPaint.tsx';
import { SCREENS, addressOf } from './routes.tsx';
import { usePrefetch } from './usePrefetch.ts';
import type { SessionApp } from './session.ts';

/** The menu and what belongs to it, with the texts of who is signed in. */
const loadSigned = async () => (await Promise.all([import('./SignedIn.tsx'), loadInside()]))[0];

/** What whoever signs in needs first. */
const INSIDE = [loadSigned, loadUnitMap] as const;
const SHELL = [loadSigned] as const;
/** Visitors of a location share are not about to sign in. */
const NOTHING = [] as const;

const UnreachablePage = lazy(() => loadChunk(loadUnreachable));

export interface PagesProps {
  readonly crashes: Crashes;
  readonly session: SessionApp;
  readonly calls: CallsApp;
  readonly view: SessionView & { readonly isUnreachable: boolean; readonly isAuthorised: boolean };
}

/** The guard: which screen is shown, given the address and the session (specification, chapter 2). */
export function Pages(props: PagesProps): ReactNode {
  const { pathname } = useLocation();
  const shown = useMemo(() => matchScreen(SCREENS, pathname), [pathname]);
  const to = useDestination();
  const screen = useMemo(() => matchScreen(SCREENS, to.path)?.screen ?? null, [to.path]);
  const { stage } = props.view;
  usePrefetch(stage, screen, isForVisitors(screen) ? NOTHING : stage === 'restoring' ? SHELL : INSIDE);
  return (
    <ScreenParametersContext value={shown?.parameters ?? NONE}>
      <Suspense fallback={<FirstPaint />}>
        <Guarded {...props} to={to} screen={screen} shown={shown?.screen ?? null} />
      </Suspense>
    </ScreenParametersContext>
  );
}

/** The address that is shown, or navigated to while the code of its screen is loading. */
function useDestination(): Address {
  const { pathname, search } = useLocation();
  const { location: next } = useNavigation();
  return next === undefined ? { path: pathname, search } : addressOf(next);
}

const NONE: ScreenParameters = {};

interface GuardedProps extends PagesProps {
  readonly to: Address;
  /** The one of that address. */
  readonly screen: Screen | null;
  /** The one that is shown, while the code of the other is loading. */
  readonly shown: Screen | null;
}

function Guarded(props: GuardedProps): ReactNode {
  const { session, view, screen } = props;
  const { path: pathname, search } = props.to;
  const navigate = useNavigate();
  const goOn = useGoOn();
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
    // Leaving the choice of accounts by the browser's way back is a choice too; before the chooser was shown, nobody
    // left it.
    if (isChoosing && view.account !== null && !isShown && session.chooserStood())
      session.actor.send({ type: 'session.cancelChoice' });
    session.noteChooser(isChoosing && isShown);
  }, [view.stage, view.account, screen, session]);
  useEffect(() => {
    if (!view.isAuthorised && view.stage === 'signedIn') {
      session.actor.send({ type: 'session.accessAcknowledged' });
      goOn(() => void navigate(PATH.unauthorised, { replace: true }));
    }
  }, [view.isAuthorised, view.stage, session, navigate, goOn]);

  // Where the session wanted to go; the entrance screens lead there, others stand where they are.
  useEffect(() => {
    if (view.stage === 'signedIn' && !isEntrance) session.arrived();
  }, [view.stage, isEntrance, session]);

  if (view.isUnreachable) return <Unreachable {...props} />;
  if (pathname === '/') return <Redirect to={PATH.login} />;
  if (view.stage === 'restoring') {
    if (isEntrance) return screen?.path === PATH.login ? <Reached {...props} /> : <FirstPaint />;
    return <Outlines screen={screen} />;
  }
  // A wrong address stays in the address bar: a typing mistake can be put right there.
  if (screen === null) return <Reached {...props} />;
  // A page for everyone is shown whatever the session does meanwhile: someone may be signing in by it.
  if (screen.access === 'public' && !isEntrance) return <Reached {...props} />;
  switch (view.stage) {
    case 'codeRequired':
    case 'checkingCode':
    case 'signedOut':
    case 'signingIn':
      return screen.access === 'public' ? <Reached {...props} /> : <Redirect to={PATH.login} />;
    case 'choosingAccount':
      // On the way back from the chooser nothing is shown until the session knows.
      if (session.chooserStood() && view.account !== null && screen.path !== PATH.selectAccount) return null;
      return screen.path === PATH.selectAccount ? <Reached {...props} /> : <Redirect to={PATH.selectAccount} adds />;
    case 'noAccounts':
      if (isEntrance && invitePath !== null) return <Redirect to={invitePath} />;
      return screen.path === PATH.noAccounts || (screen.layout === 'full' && !isEntrance) ? (
        <Reached {...props} />
      ) : (
        <Redirect to={PATH.noAccounts} />
      );
    case 'entering':
    case 'signingOut':
      if (isEntrance) return <Reached {...props} />;
      // People who come back to a screen wait for it, on a slow line for long.
      return view.account === null ? <Outlines screen={screen} /> : <Inside {...props} />;
    case 'signedIn':
      return isEntrance && landingPath !== null ? (
        <Redirect to={invitePath ?? session.wanted() ?? landingPath} />
      ) : (
        <Inside {...props} />
      );
  }
}

/** A screen within the shell, for who may open it. */
function Inside(props: GuardedProps): ReactNode {
  const { view, screen } = props;
  if (screen?.layout === 'shell' && !mayOpen(view.permissions, screen)) return <Redirect to={PATH.unauthorised} />;
  return <Reached {...props} />;
}

/**
 * The screen of the address. The previous one stays while its code is loading, except one of the shell that is left.
 */
function Reached(props: GuardedProps): ReactNode {
  const { screen, shown } = props;
  if (screen?.layout === 'shell') return <InShell {...props} screen={shown?.layout === 'shell' ? shown : screen} />;
  return shown?.layout === 'shell' ? <FirstPaint /> : <Outlet />;
}

/**
 * Menu and navbar around a screen. They show as soon as their own code is loaded, around the outlines of the first
 * screen.
 */
function InShell({ session, calls, crashes, screen, shown }: GuardedProps & { readonly screen: Screen }): ReactNode {
  // Loaded again after a failure: the boundary around this component mounts it again.
  const [SignedIn] = useState(() => lazy(() => loadChunk(loadSigned)));
  return (
    <Suspense fallback={<Outlines screen={screen} />}>
      <SignedIn session={session} calls={calls} crashes={crashes} screens={SCREENS} screen={screen}>
        {shown?.layout === 'shell' ? <Outlet /> : <ScreenOutlines isMap={screen.load === loadUnitMap} />}
      </SignedIn>
    </Suspense>
  );
}

/** Navigates without asking about unsaved changes: drafts keep them. */
function Redirect({ to, adds = false }: { to: string; adds?: boolean }): ReactNode {
  const navigate = useNavigate();
  const goOn = useGoOn();
  useEffect(() => goOn(() => void navigate(to, { replace: !adds })), [navigate, goOn, to, adds]);
  return null;
}

function Unreachable({ session, view }: PagesProps): ReactNode {
  return (
    <UnreachablePage
      problem={view.problem}
      onRetry={() => session.actor.send({ type: 'session.checkAccounts' })}
      onSignOut={() => session.actor.send({ type: 'session.signOut' })}
    />
  );
}

function query(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters).toString();
  return text === '' ? '' : `?${text}`;
}
