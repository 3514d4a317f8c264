import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src/domain/base/index.ts';
import { LIVE_RULES, Vehicle } from '../driving/index.ts';
import { loadNetworks } from '../geography/index.ts';
import { rosterEntry, type RosterEntry } from '../roster.ts';
import { CommandResponder, hearingOf } from './commandResponder.ts';
import { DeviceMemory } from './memory.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const entries = Array.from({ length: 200 }, (_, index) => rosterEntry(index)).filter(
  ({ protocol }) => protocol === 'teltonika',
);
const ENTRY_OF = (hearing: ReturnType<typeof hearingOf>): RosterEntry => {
  const entry = entries.find((each) => hearingOf(each) === hearing);
  if (!entry) throw new Error(hearing);
  return entry;
};

/** A responder, and what it answers to `getver` sent so often. */
function answersOf(entry: RosterEntry, times: number): string[] {
  const network = loadNetworks([entry.region]).get(entry.region);
  if (!network) throw new Error(entry.region);
  const clock = { now: NOW };
  const memory = new DeviceMemory();
  const device = {
    now: () => clock.now,
    configured: () => undefined,
    reportNow: () => undefined,
    restart: () => undefined,
  };
  const responder = new CommandResponder(
    entry,
    new Vehicle(entry.vehicle, network, memory.holds),
    memory,
    LIVE_RULES,
    device,
  );
  return Array.from({ length: times }, () => {
    responder.take({ reference: null, text: 'getver' });
    expect(responder.collect()).toEqual([]);
    clock.now += 4 * SECOND;
    return responder
      .collect()
      .map(({ text }) => text)
      .join();
  });
}

describe('a device that gets a command', () => {
  it('answers after the time that radio takes; a few need a second attempt, fewer never answer', () => {
    expect(answersOf(ENTRY_OF('good'), 2)).toEqual([expect.stringMatching(/^Ver:/), expect.stringMatching(/^Ver:/)]);
    expect(answersOf(ENTRY_OF('hard'), 4)).toEqual([
      '',
      expect.stringMatching(/^Ver:/),
      '',
      expect.stringMatching(/^Ver:/),
    ]);
    expect(answersOf(ENTRY_OF('deaf'), 3)).toEqual(['', '', '']);
    expect(entries.filter((entry) => hearingOf(entry) === 'good').length / entries.length).toBeGreaterThan(0.8);
  });
});
