import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { mayOpen, menuFor } from '../domain/access/index.ts';
import { CrashBoundary } from '../views/errors/index.ts';
import { screenOf, type Screen } from '../views/registry.ts';
import { useCalls, type Calls } from '../views/shared/services/calls.ts';
import { ScreenSkeleton } from '../views/shared/PageSkeleton.tsx';
import { ProofHost } from '../views/shared/proof/ProofHost.tsx';
import { TrackerProofHost } from '../views/shared/trackerProof/TrackerProofHost.tsx';
import { FleetContext } from '../views/shared/services/fleet.ts';
import { useSession } from '../views/shared/services/session.ts';
import { AppShell } from '../views/shell/index.ts';
import { ConnectionStatus, loadUnitMap } from '../views/units/index.ts';
import { createFleetApp, type FleetApp } from './fleet/services.ts';
import { followEvents } from './followEvents.ts';
import type { CallsApp } from './calls.ts';
import type { Crashes } from './crashes.ts';
import type { SessionApp } from './session.ts';

export interface SignedInProps {
  readonly session: SessionApp;
  readonly calls: CallsApp;
  /** What a screen that fails is dealt with by. */
  readonly crashes: Crashes;
  readonly screens: readonly Screen[];
  readonly screen: Screen;
  /** The screen itself. */
  readonly children: ReactNode;
}

/** What a signed-in user sees: the shell, and the screens over one telemetry pipeline per account. */
export default function SignedIn(props: SignedInProps): ReactNode {
  const { account } = useSession();
  return account === null ? null : <InAccount key={account.account_id} {...props} accountId={account.account_id} />;
}

function InAccount(props: SignedInProps & { accountId: number }): ReactNode {
  const { session, calls, screens, screen, accountId, crashes, children } = props;
  const { pathname: path } = useLocation();
  const { revalidate } = useRevalidator();
  const { permissions } = useSession();
  const { call } = useCalls();
  const [fleet] = useState(() => fleetOf(session, call, accountId));
  useEffect(() => {
    const undo = followEvents(session.actor, calls, fleet);
    return () => {
      undo();
      closeFleet(session, accountId);
    };
  }, [session, calls, fleet, accountId]);
  const canOpen = useCallback(
    (target: string) => {
      const found = screenOf(screens, target);
      return found !== null && mayOpen(permissions, found);
    },
    [screens, permissions],
  );
  return (
    <FleetContext value={fleet}>
      <AppShell
        menu={menuFor(screens, permissions)}
        screens={screens}
        screen={screen}
        path={path}
        canOpen={canOpen}
        status={<ConnectionStatus />}>
        <CrashBoundary {...crashes} onAgain={revalidate} resetKey={path}>
          <Suspense fallback={<ScreenSkeleton isMap={screen.load === loadUnitMap} />}>{children}</Suspense>
        </CrashBoundary>
        <ProofHost onReady={calls.provideProof} />
        <TrackerProofHost onReady={calls.provideTrackerProof} />
      </AppShell>
    </FleetContext>
  );
}

/**
 * The pipeline of each session's account in use. React may draw a tree several times before it shows one of them, and
 * forgets the state of the others: each would have a connection that nobody closes.
 */
const opened = new WeakMap<SessionApp, Map<number, FleetApp>>();

/** The pipeline of the account; starts it the first time. */
function fleetOf(session: SessionApp, call: Calls['call'], accountId: number): FleetApp {
  const fleets = opened.get(session) ?? new Map<number, FleetApp>();
  opened.set(session, fleets);
  const fleet = fleets.get(accountId) ?? openFleet(session, call, accountId);
  fleets.set(accountId, fleet);
  return fleet;
}

function openFleet(session: SessionApp, call: Calls['call'], accountId: number): FleetApp {
  return createFleetApp({
    client: session.client,
    call,
    identity() {
      const { accessToken } = session.keeper.current();
      const user = session.actor.getSnapshot().context.user;
      return accessToken === null || user === null
        ? null
        : { token: accessToken, account: accountId, snapshotKey: `${user.user_id}.${accountId}` };
    },
    onRefused: session.refusedByFeed,
    onTokens: session.onTokens,
  });
}

/** Leaving the page is no sign-out: only a cleared session takes the kept picture along. */
function closeFleet(session: SessionApp, accountId: number): void {
  const fleet = opened.get(session)?.get(accountId);
  opened.get(session)?.delete(accountId);
  if (session.keeper.current().accessToken === null) fleet?.erase();
  else fleet?.close();
}
