import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../api/contract/index.ts';
import { testEventAbout } from '../domain/events/testing/index.ts';
import { followEvents } from './followEvents.ts';

function rig() {
  const calls: string[] = [];
  let hear: (events: readonly LiveEvent[]) => void = () => {};
  let readAgain = (): void => {};
  const end = followEvents(
    { send: ({ type }) => void calls.push(type) },
    {
      publish: (events) => void calls.push(`screens: ${events.map(({ subject_type: subject }) => subject).join()}`),
      notifyAll: () => void calls.push('screens: all'),
    },
    {
      onEvents(listener) {
        hear = listener;
        return () => void calls.push('deaf');
      },
      onReadAgain(listener) {
        readAgain = listener;
        return () => void calls.push('gone');
      },
    },
  );
  return { calls, end, hear: (...events: LiveEvent[]) => hear(events), readAgain: () => readAgain() };
}

describe('the feed of events', () => {
  it('has everything read again where events were missed', () => {
    const { calls, readAgain } = rig();
    readAgain();
    expect(calls).toEqual(['screens: all', 'session.permissionsChanged']);
  });

  it('notifies screens of what changed, and the session of what may change its permissions', () => {
    const { calls, hear, end } = rig();
    hear(testEventAbout('rule'));
    hear(testEventAbout('unit'), testEventAbout('role'));
    expect(calls).toEqual(['screens: rule', 'screens: unit,role', 'session.permissionsChanged']);
    end();
    expect(calls.slice(-2)).toEqual(['deaf', 'gone']);
  });
});
