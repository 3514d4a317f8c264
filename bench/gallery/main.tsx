import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { menuFor } from '../../src/domain/access/index.ts';
import '../../src/ui/styles.ts';
import { loadNotFound, loadUnauthorised } from '../../src/views/errors/index.ts';
import { loadNoAccounts, loadSelectAccount, loadSignIn } from '../../src/views/entrance/index.ts';
import { createScreens, screenOf } from '../../src/views/registry.ts';
import { createWorld, query } from './world.tsx';

const Shell = lazy(() => import('../../src/views/shell/index.ts').then(({ AppShell }) => ({ default: AppShell })));
const named = (name: 'Components' | 'Fleet') =>
  lazy(() => import('./Components.tsx').then((module) => ({ default: module[name] as ComponentType })));
const Components = named('Components');
const Fleet = named('Fleet');

const screens = createScreens({
  list: async () => ({ default: () => null }),
  map: async () => ({ default: () => null }),
});
const pages = {
  signIn: lazy(loadSignIn),
  selectAccount: lazy(loadSelectAccount),
  noAccounts: lazy(loadNoAccounts),
  notFound: lazy(loadNotFound),
  unauthorised: lazy(loadUnauthorised),
};

function Page(): ReactNode {
  const name = query.get('screen') ?? 'components';
  if (name in pages) {
    const Found = pages[name as keyof typeof pages];
    return <Found />;
  }
  const path = name === 'fleet' ? '/units/list' : '/other';
  return (
    <Shell
      menu={menuFor(screens, { units: ['r', 'm', 'sh'] })}
      screen={screenOf(screens, path)}
      path={path}
      canOpen={() => true}>
      {name === 'fleet' ? <Fleet /> : <Components />}
    </Shell>
  );
}

const World = await createWorld();
createRoot(document.getElementById('root') as HTMLElement).render(
  <World>
    <Suspense>
      <Page />
    </Suspense>
  </World>,
);
