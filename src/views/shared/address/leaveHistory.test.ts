import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leaveGuard.ts';
import { createLeaveHistory, type HistoryStep, type HistoryWindow } from './leaveHistory.ts';

/** A tab with entries as the router numbers them; a step is heard of after it was made, as in browsers. */
function tab(states: readonly unknown[], start: number) {
  let place = start;
  const waiting: number[] = [];
  const heard: unknown[] = [];
  const listeners: ((event: HistoryStep) => void)[] = [];
  const browser: HistoryWindow = {
    history: {
      get state() {
        return states[place];
      },
      go: (steps: number) => void waiting.push(steps),
    },
    addEventListener: (_type: string, listener: (event: HistoryStep) => void, capture: boolean) => {
      expect(capture).toBe(true);
      listeners.push(listener);
    },
    removeEventListener: (_type: string, listener: (event: HistoryStep) => void) =>
      void listeners.splice(listeners.indexOf(listener), 1),
  };
  /** Makes the steps that wait, and notifies the listeners, then the router if nobody stopped it. */
  const run = (): void => {
    for (let steps = waiting.shift(); steps !== undefined; steps = waiting.shift()) {
      if (place + steps < 0 || place + steps >= states.length) continue;
      place += steps;
      let stopped = false;
      const event: HistoryStep = { state: states[place], stopImmediatePropagation: () => void (stopped = true) };
      for (const listener of listeners) listener(event);
      if (!stopped) heard.push(states[place]);
    }
  };
  return {
    browser,
    heard,
    listeners,
    place: () => place,
    addressInBar: () => ({ path: `/${place}`, search: '' }),
    step(steps: number) {
      waiting.push(steps);
      run();
    },
    run,
  };
}

const entries = [{ idx: 0 }, { idx: 1 }, { idx: 2 }, { idx: 3 }];

function world(states: readonly unknown[] = entries, start = 2) {
  const guard = createLeaveGuard();
  const shown = tab(states, start);
  const history = createLeaveHistory(guard, shown.browser, shown.addressInBar);
  const end = history.connect();
  history.settle();
  return { guard, history, end, ...shown };
}

describe('the way back of the browser', () => {
  it('goes through while nothing would be lost', () => {
    const { guard, step, heard, place } = world();
    step(-1);
    expect([heard, place(), guard.waiting()]).toEqual([[{ idx: 1 }], 1, null]);
  });

  it('asks first: the address is as it was and the router heard nothing', () => {
    const { guard, step, heard, place } = world();
    guard.hold();
    step(-1);
    expect([heard, place()]).toEqual([[], 2]);
    expect(guard.waiting()).not.toBeNull();
  });

  it('stays where the person wants to stay, and asks again the next time', () => {
    const { guard, step, run, heard, place } = world();
    guard.hold();
    for (const steps of [-1, 1, -2]) {
      step(steps);
      guard.answer(false);
      run();
      expect([heard, place()]).toEqual([[], 2]);
    }
  });

  it.each([-1, -2, 1])('goes %i once the person agreed, and the router hears of it once', (steps) => {
    const { guard, history, step, run, heard, place } = world();
    const release = guard.hold();
    step(steps);
    guard.answer(true);
    run();
    expect([heard, place()]).toEqual([[{ idx: 2 + steps }], 2 + steps]);
    release();
    history.settle();
    step(-steps);
    expect([heard.length, place()]).toEqual([2, 2]);
  });

  it('asks nothing on a way to where what was typed is kept, and asks on every other', () => {
    const { guard, history, step, heard, place } = world();
    guard.hold(({ path }) => path === '/1');
    step(-1);
    expect([heard, place(), guard.waiting()]).toEqual([[{ idx: 1 }], 1, null]);
    history.settle();
    step(-1);
    expect([heard.length, place()]).toEqual([1, 1]);
    expect(guard.waiting()).not.toBeNull();
    guard.answer(false);
    // Another form beside it, that keeps nothing there.
    history.settle();
    step(1);
    guard.answer(true);
    guard.hold();
    expect([guard.holds({ path: '/1', search: '' }), guard.holds()]).toEqual([true, true]);
  });

  it('a second press while the question stands is the one that counts', () => {
    const { guard, step, run, heard, place } = world();
    guard.hold();
    step(-1);
    step(-2);
    expect([heard, place()]).toEqual([[], 2]);
    guard.answer(true);
    run();
    expect([heard, place()]).toEqual([[{ idx: 0 }], 0]);
  });

  it("lets go of what is not the router's, and of everything once it is disconnected", () => {
    const foreign = world([null, { idx: 0 }], 1);
    foreign.guard.hold();
    foreign.step(-1);
    expect([foreign.heard, foreign.guard.waiting()]).toEqual([[null], null]);
    const ended = world();
    ended.guard.hold();
    ended.end();
    ended.step(-1);
    expect([ended.heard, ended.listeners]).toEqual([[{ idx: 1 }], []]);
  });
});
