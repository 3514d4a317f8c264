import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../api/contract/index.ts';
import { testEventAbout } from '../domain/events/testing/index.ts';
import { followEvents } from './followEvents.ts';

function rig() {
  const told: string[] = [];
  let hear: (events: readonly LiveEvent[]) => void = () => {};
  let readAgain = (): void => {};
  const end = followEvents(
    { send: ({ type }) => void told.push(type) },
    {
      tell: (events) => void told.push(`screens: ${events.map(({ subject_type: subject }) => subject).join()}`),
      notifyAll: () => void told.push('screens: all'),
    },
    {
      onEvents(listener) {
        hear = listener;
        return () => void told.push('deaf');
      },
      onReadAgain(listener) {
        readAgain = listener;
        return () => void told.push('gone');
      },
    },
  );
  return { told, end, hear: (...events: LiveEvent[]) => hear(events), readAgain: () => readAgain() };
}

describe('the feed of events', () => {
  it('has everything read again where events were missed', () => {
    const { told, readAgain } = rig();
    readAgain();
    expect(told).toEqual(['screens: all', 'session.permissionsChanged']);
  });

  it('tells screens of what changed, and the session of what may change its permissions', () => {
    const { told, hear, end } = rig();
    hear(testEventAbout('rule'));
    hear(testEventAbout('unit'), testEventAbout('role'));
    expect(told).toEqual(['screens: rule', 'screens: unit,role', 'session.permissionsChanged']);
    end();
    expect(told.slice(-2)).toEqual(['deaf', 'gone']);
  });
});
