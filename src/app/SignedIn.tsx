import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react';
import { menuFor } from '../domain/access/index.ts';
import { PATH, type Screen } from '../views/registry.ts';
import { FleetContext } from '../views/shared/fleet.ts';
import { useSession } from '../views/shared/session.ts';
import { AppShell } from '../views/shell/index.ts';
import { ConnectionStatus, loadUnitList, loadUnitMap } from '../views/units/index.ts';
import { createFleetApp, type FleetApp } from './fleet/services.ts';
import type { SessionApp } from './session.ts';

const UnitListScreen = lazy(loadUnitList);
const UnitMapScreen = lazy(loadUnitMap);

export interface SignedInProps {
  readonly session: SessionApp;
  readonly screen: Screen;
  readonly screens: readonly Screen[];
  readonly path: string;
}

/** What a signed-in user sees: the shell, and the screens over one telemetry pipeline per account. */
export default function SignedIn({ session, screen, screens, path }: SignedInProps): ReactNode {
  const { account, permissions, stage } = useSession();
  const accountId = account?.account_id ?? null;
  const fleet = useFleetApp(session, accountId, stage === 'signedIn');
  if (fleet === null) return null;
  return (
    <FleetContext value={fleet}>
      <AppShell menu={menuFor(screens, permissions)} screen={screen} path={path} status={<ConnectionStatus />}>
        <Suspense fallback={null}>{screen.path === PATH.unitList ? <UnitListScreen /> : <UnitMapScreen />}</Suspense>
      </AppShell>
    </FleetContext>
  );
}

/** The pipeline of the account in use; another account gets another one. */
function useFleetApp(session: SessionApp, accountId: number | null, isIn: boolean): FleetApp | null {
  const [fleet, setFleet] = useState<FleetApp | null>(null);
  useEffect(() => {
    if (accountId === null) return;
    const made: FleetApp = createFleetApp({
      client: session.client,
      identity() {
        const { accessToken } = session.keeper.current();
        const user = session.actor.getSnapshot().context.user;
        return accessToken === null || user === null ? null : { token: accessToken, account: accountId, snapshotKey: `${user.user_id}.${accountId}` };
      },
      onRefused: (refusal) => session.refusedByFeed(refusal, () => made.setAuth()),
    });
    const stop = session.onTokens(() => made.setAuth());
    setFleet(made);
    return () => {
      stop();
      // Leaving the page is no sign-out: only a cleared session takes the kept picture along.
      if (session.keeper.current().accessToken === null) made.erase();
      else made.close();
      setFleet(null);
    };
  }, [session, accountId]);
  return isIn || fleet !== null ? fleet : null;
}
