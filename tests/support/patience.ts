import { WAIT } from './wait.ts';

// Only tests of views have a document; the others need not load what renders them.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: WAIT });
}
