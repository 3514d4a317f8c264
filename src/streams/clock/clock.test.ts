import { describe, expect, it } from 'vitest';
import { ManualTime } from '../testing/manualTime.ts';
import { createClock, type Clock, type ClockEnd } from './clock.ts';
import { CorrectedTime } from './correctedTime.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

function setUp(): { time: ManualTime; clock: Clock; ends: ClockEnd[] } {
  const time = new ManualTime(START);
  const clock = createClock({ timeSource: time });
  const ends: ClockEnd[] = [];
  clock.ended$.subscribe((end) => ends.push(end));
  return { time, clock, ends };
}

describe('the clock', () => {
  it('follows the present while live', () => {
    const { time, clock } = setUp();
    time.pass(1_234);
    expect(clock.now()).toBe(START + 1_234);
    expect(clock.state.mode).toBe('live');
  });

  it('stands while paused and plays on from there', () => {
    const { time, clock } = setUp();
    time.pass(10_000);
    clock.pause();
    time.pass(60_000);
    expect(clock.now()).toBe(START + 10_000);
    clock.play(10);
    time.pass(1_000);
    expect(clock.now()).toBe(START + 20_000);
    clock.play(-2);
    time.pass(5_000);
    expect(clock.now()).toBe(START + 10_000);
  });

  it('goes on at its pace after a seek, and pauses when it was live', () => {
    const { time, clock } = setUp();
    clock.seek(START - HOUR);
    expect(clock.state).toMatchObject({ mode: 'paused', rate: 0 });
    clock.play(60);
    clock.seek(START - 2 * HOUR);
    time.pass(1_000);
    expect(clock.now()).toBe(START - 2 * HOUR + 60_000);
  });

  it('keeps rates within ±1 and ±1000', () => {
    const { clock } = setUp();
    clock.play(5_000);
    expect(clock.state.rate).toBe(1_000);
    clock.play(-0.2);
    expect(clock.state.rate).toBe(-1);
    expect(() => clock.play(0)).toThrow(RangeError);
    expect(() => clock.play(Number.NaN)).toThrow(RangeError);
  });

  it('steps to the millisecond and never into the future', () => {
    const { clock } = setUp();
    clock.step(-40);
    expect(clock.now()).toBe(START - 40);
    clock.step(15);
    expect(clock.now()).toBe(START - 25);
    clock.step(HOUR);
    expect(clock.now()).toBe(START);
    expect(clock.state.mode).toBe('paused');
  });

  it('becomes live when a replay reaches the present', () => {
    const { time, clock, ends } = setUp();
    clock.seek(START - 9_000);
    clock.play(10);
    time.pass(999);
    clock.settle();
    expect(clock.state.mode).toBe('replay');
    time.pass(1);
    clock.settle();
    expect(clock.state.mode).toBe('live');
    expect(ends).toEqual(['present']);
    expect(clock.now()).toBe(time.now());
  });

  it('does not show the future, however late the next frame is', () => {
    const { time, clock } = setUp();
    clock.seek(START - 1_000);
    clock.play(1_000);
    time.pass(60_000);
    expect(clock.now()).toBe(START + 60_000);
  });

  it('pauses at the edges of a file', () => {
    const { time, clock, ends } = setUp();
    clock.setSpan({ from: START - 2 * HOUR, to: START - HOUR });
    clock.seek(START);
    expect(clock.now()).toBe(START - HOUR);
    clock.seek(START - HOUR - 5_000);
    clock.play(1);
    time.pass(5_000);
    clock.settle();
    expect(clock.state.mode).toBe('paused');
    clock.play(-1_000);
    time.pass(HOUR);
    clock.settle();
    expect(clock.now()).toBe(START - 2 * HOUR);
    expect(ends).toEqual(['spanEnd', 'spanStart']);
  });

  it('repeats a loop forwards and backwards, for hours', () => {
    const { time, clock, ends } = setUp();
    const loop = { from: START - HOUR, to: START - HOUR + 60_000 };
    clock.setLoop(loop);
    clock.seek(loop.from);
    clock.play(10);
    time.pass(5_000);
    expect(clock.now()).toBe(loop.from + 50_000);
    time.pass(2_000);
    expect(clock.now()).toBe(loop.from + 10_000);
    time.pass(6_000 * 500);
    clock.settle();
    expect(clock.now()).toBe(loop.from + 10_000);
    clock.play(-10);
    time.pass(2_000);
    expect(clock.now()).toBe(loop.to - 10_000);
    expect(ends).toEqual([]);
    expect(() => clock.setLoop({ from: 5, to: 5 })).toThrow(RangeError);
  });

  it('publishes every change of state, the present one first', () => {
    const { clock } = setUp();
    const modes: string[] = [];
    clock.state$.subscribe((state) => modes.push(`${state.mode} ${state.rate}`));
    clock.pause();
    clock.pause();
    clock.play(2);
    clock.live();
    clock.live();
    expect(modes).toEqual(['live 1', 'paused 0', 'replay 2', 'live 1']);
  });
});

describe('corrected time', () => {
  it('trusts the message that was quickest and notices a clock that was set', () => {
    const local = new ManualTime(START);
    const time = new CorrectedTime(local);
    time.sample(START + 5_000 - 300);
    expect(time.offset).toBe(4_700);
    local.pass(1_000);
    expect(time.sample(START + 6_000 - 20)).toBe(true);
    expect(time.now()).toBe(START + 5_980);
    expect(time.sample(START + 6_000 - 900)).toBe(false);
    local.jump(START + HOUR);
    time.sample(START + 7_000);
    expect(time.now()).toBe(START + 7_000);
  });
});
