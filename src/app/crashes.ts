import type { CrashBoundaryProps } from '../views/errors/index.ts';
import { askServer, ownEntry } from './version.ts';

/** What the page does about a part of it that fails. */
export type Crashes = Pick<CrashBoundaryProps, 'onCrash' | 'onReload' | 'askServer'>;

export function createCrashes(onCrash: CrashBoundaryProps['onCrash']): Crashes {
  return {
    onCrash,
    onReload: () => window.location.reload(),
    askServer: () => askServer(import.meta.env.BASE_URL, ownEntry(document)),
  };
}
