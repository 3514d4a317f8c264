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
export default function SignedIn(props: SignedInProps): ReactNode {
  const { account } = useSession();
  return account === null ? null : <InAccount key={account.account_id} {...props} accountId={account.account_id} />;
}

function InAccount({ session, screen, screens, path, accountId }: SignedInProps & { accountId: number }): ReactNode {
  const { permissions } = useSession();
  const [fleet] = useState(() => openFleet(session, accountId));
  useEffect(() => () => closeFleet(session, fleet), [session, fleet]);
  return (
    <FleetContext value={fleet}>
      <AppShell menu={menuFor(screens, permissions)} screen={screen} path={path} status={<ConnectionStatus />}>
        <Suspense fallback={null}>{screen.path === PATH.unitList ? <UnitListScreen /> : <UnitMapScreen />}</Suspense>
      </AppShell>
    </FleetContext>
  );
}

/** Starts the pipeline of the account in use. */
function openFleet(session: SessionApp, accountId: number): FleetApp {
  const fleet: FleetApp = createFleetApp({
    client: session.client,
    identity() {
      const { accessToken } = session.keeper.current();
      const user = session.actor.getSnapshot().context.user;
      return accessToken === null || user === null ? null : { token: accessToken, account: accountId, snapshotKey: `${user.user_id}.${accountId}` };
    },
    onRefused: (refusal) => session.refusedByFeed(refusal, () => fleet.setAuth()),
    onTokens: session.onTokens,
  });
  return fleet;
}

/** Leaving the page is no sign-out: only a cleared session takes the kept picture along. */
function closeFleet(session: SessionApp, fleet: FleetApp): void {
  if (session.keeper.current().accessToken === null) fleet.erase();
  else fleet.close();
}
