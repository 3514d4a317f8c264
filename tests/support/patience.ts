import { WAIT } from './wait.ts';

// Only tests of views have a document; the others need not load what renders them.
if (typeof document !== 'undefined') {
  // React's development build writes a trace of every render for a profiler, where the console takes one.
  Object.assign(console, { timeStamp: undefined, createTask: undefined });
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: WAIT });
}
