import { provideAct } from './productionAct.ts';
import { WAIT } from './wait.ts';

// Only tests of views have a document; the others need not load what renders them.
if (typeof document !== 'undefined') {
  // React's development build writes a trace of every render for a profiler, where the console takes one.
  Object.assign(console, { timeStamp: undefined, createTask: undefined });
  if (process.env.NODE_ENV === 'production') provideAct();
  const react: object = await import('react');
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: WAIT });
  forgetOwnerStacks(react);
}

/**
 * Keeps React's development build from recording a stack trace for each element, for a fifth of the time that a test
 * renders. React itself stops at 10,000 a second, by this count, which is then found reached.
 */
function forgetOwnerStacks(react: object): void {
  const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // Counted no further.
    },
  });
}
