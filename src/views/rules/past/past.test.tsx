import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Permissions } from '../../../domain/access/index.ts';
import { DAY, HOUR, MINUTE, failure, success } from '../../../domain/base/index.ts';
import { wantedRecords, type UnitPast } from '../../../domain/backtest/index.ts';
import { DEFAULT_FILTERS, DEFAULT_TRIP_DETECTOR } from '../../../domain/detection/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import {
  newCondition,
  NO_LIMITS,
  type Rule,
  type RuleCondition,
  type RuleLimits,
  type RuleTest,
} from '../../../domain/rule/index.ts';
import { plainUnit } from '../../../domain/unit/index.ts';
import type { Backtest } from '../../../streams/sources/backtest/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { refusal, WORLD_NOW, type FakeAnswers } from '../../shared/testing/services.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { PastSentence } from './PastHeadline.tsx';
import { PastPanel } from './PastPanel.tsx';
import { usePast } from './usePast.ts';

afterEach(cleanup);

type Run = Backtest['run'];

const FROM = WORLD_NOW - 7 * DAY;
const testOf = (...conditions: Partial<RuleCondition>[]): RuleTest => ({
  match: 'all',
  hold: 0,
  conditions: conditions.map((each) => ({ ...newCondition(each.kind ?? 'speed'), ...each })),
});
const FAST = testOf({ limit: 90 });

/** What a rule would have found at a unit, by the hours after the beginning; of 2,000 reports. */
const pastOf = (unitId: number, ...hours: (readonly number[])[]): UnitPast => ({
  unitId,
  reports: 2_000,
  first: FROM,
  last: WORLD_NOW,
  found: hours.map((own) => ({
    isWatched: true,
    count: own.length,
    lasting: own.length * MINUTE,
    firings: own.map((hour) => {
      const at = FROM + hour * HOUR;
      return { unitId, since: at, at, end: at + MINUTE, value: 95, place: { latitude: 52, longitude: 13 } };
    }),
  })),
});

interface Parts {
  readonly test?: RuleTest | null;
  readonly limits?: RuleLimits;
  readonly saved?: Rule | null;
}

function Form({ test = FAST, limits = NO_LIMITS, saved = null }: Parts): ReactNode {
  const past = usePast(true, { meant: [], owner: 1 }, test, limits, saved);
  return past === null ? null : (
    <>
      <PastSentence past={past} isOddAlready={false} />
      <PastPanel past={past} />
    </>
  );
}

const UNITS = {
  units: [1, 2, 3].map((unit) => ({ unit_id: unit, setup: 0, time_zone: 'Asia/Tehran' })),
  setups: [{ filters: DEFAULT_FILTERS, trips: DEFAULT_TRIP_DETECTOR, devices: [] }],
  reporting: 3,
  total: 4,
};

async function show(
  run: Run,
  parts: Parts = {},
  { answers = {}, permissions = { units: ['r', 'sh'] } }: { answers?: FakeAnswers; permissions?: Permissions } = {},
) {
  const asked: Parameters<Run>[0][] = [];
  let closed = 0;
  const fleet = fakeFleet({
    units: still(unitsState([1, 2, 3].map((id) => plainUnit(id, ['Alpha', 'Bravo', 'Charlie'][id - 1])))),
    openBacktest: () => ({
      run: (question, onPart, signal) => {
        asked.push(question);
        return run(question, onPart, signal);
      },
      close: () => void closed++,
    }),
  });
  const world = await renderScreen(
    <FleetContext value={fleet}>
      <Form {...parts} />
    </FleetContext>,
    { answers: { getBacktestUnits: UNITS, ...answers }, session: { stage: 'signedIn', permissions } },
  );
  return { ...world, asked, closed: () => closed };
}

/** All units at once; those that are not named found nothing. */
const finding =
  (...named: UnitPast[]): Run =>
  async ({ units, rules }, onPart) => {
    const others = units.filter(({ unitId }) => !named.some((past) => past.unitId === unitId));
    const pasts = [...named, ...others.map(({ unitId }) => pastOf(unitId, ...rules.map(() => [])))];
    onPart(pasts);
    return success(pasts);
  };
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('a rule that is tried on the past', () => {
  it('says how often it would have fired, where, and opens the timeline at each event', async () => {
    const many = Array.from({ length: 70 }, (_, place) => place * 2);
    const { asked } = await show(finding(pastOf(1, many), pastOf(2, [3, 5])));
    // Beside the conditions, and above the figures.
    expect(await screen.findAllByText('About 10 a day, 10 of them by 1 unit')).toHaveLength(2);
    expect(screen.getByText('Tried on 3 units that reported.')).toBeTruthy();
    const events = screen.getByRole('list', { name: 'Events' });
    const [latest] = within(events).getAllByRole('link');
    expect(latest.getAttribute('aria-label')).toMatch(/^Alpha, .*: open the timeline in a new tab$/);
    expect(latest.getAttribute('href')).toMatch(/^\/units\/map\?.*units?=1/);
    expect(within(events).getAllByRole('listitem')).toHaveLength(10);
    press('62 more');
    expect(within(events).getAllByRole('listitem')).toHaveLength(60);
    expect(asked[0]).toMatchObject({ interval: { from: FROM, to: WORLD_NOW }, rules: [{ test: FAST }] });
    expect(asked[0].units[0]).toMatchObject({ unitId: 1, timeZone: 'Asia/Tehran' });
  });

  it('runs with the hours and limits that are typed, once they make sense', async () => {
    const limits: RuleLimits = { ...NO_LIMITS, most_a_day: 3 };
    const { asked } = await show(finding(pastOf(1, [1])), { limits });
    await screen.findAllByText('1 time in 7 days');
    expect(asked.map(({ rules }) => rules)).toEqual([[{ test: FAST, limits }]]);
    cleanup();
    const typing = await show(finding(), { limits: { ...NO_LIMITS, valid_from: '2026-1' } });
    expect(screen.getByText('Complete the hours and limits to see when the rule would have fired.')).toBeTruthy();
    expect([typing.asked, typing.server.of('getBacktestUnits')]).toEqual([[], []]);
  });

  it('sets an edit against the saved rule', async () => {
    const saved = { ...testOf({ limit: 80 }), ...NO_LIMITS } as Rule;
    const { asked } = await show(finding(pastOf(1, [1, 2], [2, 3, 4]), pastOf(2, [], [9])), { saved });
    expect(await screen.findByText(/^Saved rule: 4 in 7 days/)).toBeTruthy();
    for (const words of ['1 added', '3 gone', '1 as before']) expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('3 → 2')).toBeTruthy();
    expect(asked[0].rules.map(({ test }) => test.conditions)).toEqual([FAST.conditions, saved.conditions]);
  });

  it('says before it is saved that it never fires, or at every report', async () => {
    await show(finding());
    expect(await screen.findAllByText(/^This rule would not have fired once\./)).toHaveLength(2);
    cleanup();
    await show(
      finding(
        pastOf(
          1,
          Array.from({ length: 900 }, (_, place) => place / 6),
        ),
      ),
    );
    expect(await screen.findAllByText(/^This rule would have fired at nearly every report\./)).toHaveLength(2);
  });

  it('names the condition about which one may see nothing', async () => {
    const test = testOf({ kind: 'driver', driver: 'unknownKey' });
    const { asked } = await show(finding(), { test });
    expect(
      screen.getByText(/^You lack the permission to see what this condition asks for in the past: .*key/i),
    ).toBeTruthy();
    expect(asked).toEqual([]);
    cleanup();
    await show(finding(pastOf(1, [1])), { test }, { permissions: { units: ['r', 'sh'], operator: ['r'] } });
    expect(await screen.findAllByText('1 time in 7 days')).toHaveLength(2);
  });

  it('says where the past is known in part only', async () => {
    const sims: Permissions = { units: ['r', 'sh'], sims: ['r'] };
    const test = testOf({ kind: 'fact', fact: 'simExpires' }, { kind: 'fact', fact: 'traffic' });
    await show(finding(pastOf(1, [1])), { test }, { permissions: sims });
    expect(await screen.findByText(/^Counted with the cards, units and expiry dates as they are now/)).toBeTruthy();
    expect(screen.getByText(/^Traffic is stored by day/)).toBeTruthy();
    cleanup();
    await show(finding(), { test: FAST });
    await screen.findAllByText('Would not have fired');
    expect(screen.queryByText(/^Traffic is stored by day/)).toBeNull();
  });

  it('tries limits by the class of road like the others', async () => {
    const { asked } = await show(finding(), { test: testOf({ kind: 'roadLimit', limit_source: 'map' }) });
    await screen.findAllByText('Would not have fired');
    expect(wantedRecords(asked[0].rules.map(({ test }) => test))).toMatchObject({ roads: true, drivers: false });
  });

  it('is not there for somebody who may not look back', async () => {
    const { container } = await show(finding(), {}, { permissions: { units: ['r'] } });
    expect(container.textContent).toBe('');
  });
});

describe('what goes wrong meanwhile', () => {
  it('is said where blocks cannot be read, and tried again', async () => {
    let isAway = true;
    const { closed } = await show(async (...question) =>
      isAway
        ? failure({ code: ERROR.unavailable, message: 'History cannot be read now.' })
        : finding(pastOf(1, [1]))(...question),
    );
    await screen.findByText('History cannot be read now.');
    isAway = false;
    press('Try again');
    expect(await screen.findAllByText('1 time in 7 days')).toHaveLength(2);
    expect(screen.queryByText('History cannot be read now.')).toBeNull();
    // Blocks that were read before are read again.
    expect(closed()).toBe(1);
  });

  it('is said where the server is away, and tried again', async () => {
    const away = refusal(ERROR.network, 'The server cannot be reached.');
    const { server, asked } = await show(finding(pastOf(1, [1])), {}, { answers: { getBacktestUnits: away } });
    await screen.findByText('The server cannot be reached.');
    expect(asked).toEqual([]);
    server.answer('getBacktestUnits', UNITS);
    press('Try again');
    expect(await screen.findAllByText('1 time in 7 days')).toHaveLength(2);
  });

  it('ends when it is stopped, and keeps what was found by then', async () => {
    const signals: AbortSignal[] = [];
    await show(
      (_, onPart, signal) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          if (signals.length > 1) onPart([pastOf(1, [1])]);
        }),
    );
    await waitFor(() => expect(signals).toHaveLength(1));
    press('Stop');
    expect(await screen.findByText('Stopped before anything was found.')).toBeTruthy();
    expect(signals[0].aborted).toBe(true);
    press('Run again');
    await screen.findByText('so far');
    press('Stop');
    expect(await screen.findByText('Stopped after 1 of 3 units.')).toBeTruthy();
    expect(screen.queryByText(/Stopped before/)).toBeNull();
  });

  it('is said where there is no history', async () => {
    await show(finding(), {}, { answers: { getBacktestUnits: { ...UNITS, units: [], reporting: 0 } } });
    expect(await screen.findByText('No reports in this period')).toBeTruthy();
  });
});
