import { describe, expect, it } from 'vitest';
import { createLeaveGuard } from './leaveGuard.ts';

describe('leaving', () => {
  it('goes at once when nothing would be lost', () => {
    const guard = createLeaveGuard();
    const gone: string[] = [];
    guard.leave(() => gone.push('a'));
    expect([gone, guard.waiting()]).toEqual([['a'], null]);
  });

  it('waits for an answer while a form holds, and goes or stays by it', () => {
    const guard = createLeaveGuard();
    const gone: string[] = [];
    let notified = 0;
    guard.subscribe(() => notified++);
    const release = guard.hold();
    guard.leave(() => gone.push('a'));
    guard.answer(false);
    expect([gone, guard.waiting()]).toEqual([[], null]);
    guard.leave(() => gone.push('b'));
    guard.answer(true);
    expect([gone, notified]).toEqual([['b'], 4]);
    release();
    release();
    guard.leave(() => gone.push('c'));
    expect(gone).toEqual(['b', 'c']);
  });

  it('two forms hold until both let go', () => {
    const guard = createLeaveGuard();
    const [first, second] = [guard.hold(), guard.hold()];
    first();
    const gone: string[] = [];
    guard.leave(() => gone.push('a'));
    expect(gone).toEqual([]);
    second();
    guard.answer(false);
    guard.leave(() => gone.push('b'));
    expect(gone).toEqual(['b']);
  });
});
