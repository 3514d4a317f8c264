import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure, success, SECOND } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { membership, session } from '../testing/session.ts';
import { AnswersProvider } from './AnswersProvider.tsx';
import { useAnswer, useCalls, useFreshAnswer, type Calls } from './calls.ts';
import { SessionContext, type SessionView } from './session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A call that waits for the test's answer. */
interface Asked {
  readonly data: unknown;
  readonly isAborted: () => boolean;
  answer(name: string): Promise<void>;
  refuse(code: string): Promise<void>;
}

/** A server whose answers the test gives, one by one. */
function slowServer() {
  const asked: Asked[] = [];
  const listeners = new Map<() => void, readonly string[]>();
  const calls: Calls = {
    call: (_method, data, signal) =>
      new Promise<never>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        const settle = (outcome: unknown): Promise<void> => act(async () => resolve(outcome as never));
        asked.push({
          data,
          isAborted: () => signal?.aborted === true,
          answer: (name) => settle(success({ name })),
          refuse: (code) => settle(failure({ code, message: code, correlationId: '7' })),
        });
      }),
    file: async () => failure({ code: 'X', message: 'X', correlationId: '7' }),
    upload: () => new Promise(() => undefined),
    onChange(subjects, listener) {
      const entry = (): void => listener();
      listeners.set(entry, subjects);
      return () => void listeners.delete(entry);
    },
  };
  const change = (subject: string): Promise<void> =>
    act(async () => listeners.forEach((subjects, listener) => subjects.includes(subject) && listener()));
  return { asked, calls, change };
}

function Role({ id, ask = useAnswer }: { id: number; ask?: typeof useAnswer }): ReactNode {
  const { value, loading, problem } = ask('getOneRole', { role_id: id }, ['role']);
  return <p>{`${value?.name ?? '-'}${loading ? ' loading' : ''}${problem === null ? '' : ` ${problem.code}`}`}</p>;
}

/** Deletes a role at the press of its button. */
function Deletion(): ReactNode {
  const { call } = useCalls();
  return (
    <button type="button" onClick={() => void call('deleteRole', { role_id: 9 })}>
      Delete
    </button>
  );
}

const PERMISSIONS = {};
const OTHER = { ...membership(2, 'Other'), parent_id: null, restrict_sub_accounts: false };

/** A page of the product over a slow server; `show` is what it shows. */
function open(first: ReactNode) {
  const server = slowServer();
  const page = (shown: ReactNode, part: Partial<SessionView>): ReactNode => (
    <SessionContext value={session({ permissions: PERMISSIONS, ...part })}>
      <AnswersProvider calls={server.calls}>
        <Deletion />
        {shown}
      </AnswersProvider>
    </SessionContext>
  );
  const { container, rerender } = render(page(first, {}));
  return {
    ...server,
    show: (shown: ReactNode, part: Partial<SessionView> = {}) => rerender(page(shown, part)),
    texts: () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent),
  };
}

const passes = (time: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(time)));

describe('answers', () => {
  it('are read once for all who ask the same', async () => {
    const { asked, texts } = open([<Role key="a" id={4} />, <Role key="b" id={4} />]);
    expect(asked).toHaveLength(1);
    await asked[0].answer('Driver');
    expect([texts(), asked.length]).toEqual([['Driver', 'Driver'], 1]);
  });

  it('are shown at once after a step back, and read again behind it', async () => {
    const { asked, show, texts } = open(<Role id={4} />);
    await asked[0].answer('Driver');
    show(null);
    show(<Role id={4} />);
    expect(texts()).toEqual(['Driver loading']);
    await asked[1].answer('Pilot');
    expect([texts(), asked.length]).toEqual([['Pilot'], 2]);
  });

  it('stay while those to another question are awaited, which ends the read under way', async () => {
    const { asked, show, texts } = open(<Role id={4} />);
    await asked[0].answer('Driver');
    show(<Role id={5} />);
    expect(texts()).toEqual(['Driver loading']);
    show(<Role id={6} />);
    await passes(0);
    expect(asked.map(({ isAborted }) => isAborted())).toEqual([false, true, false]);
    await asked[2].refuse(ERROR.network);
    expect(texts()).toEqual([`Driver ${ERROR.network}`]);
  });

  it('kept from before are not shown once the server refuses them, but where it cannot be asked', async () => {
    const { asked, show, texts } = open(<Role id={4} />);
    await asked[0].answer('Driver');
    show(null);
    show(<Role id={4} />);
    await asked[1].refuse(ERROR.network);
    expect(texts()).toEqual([`Driver ${ERROR.network}`]);
    show(null);
    show(<Role id={4} />);
    await asked[2].refuse(ERROR.notFound);
    expect(texts()).toEqual([`- ${ERROR.notFound}`]);
  });

  it('kept from before begin no form', async () => {
    const { asked, show, texts } = open(<Role id={4} />);
    await asked[0].answer('Driver');
    show(null);
    show(<Role id={4} ask={useFreshAnswer} />);
    expect(texts()).toEqual(['- loading']);
    await asked[1].answer('Driver');
    expect(texts()).toEqual(['Driver']);
  });

  it('from before a change of this page are shown to nobody who opens them after it', async () => {
    const { asked, show, texts } = open([<Role key="a" id={4} />, <Role key="c" id={5} />]);
    await asked[0].answer('Driver');
    await asked[1].answer('Cook');
    show([<Role key="a" id={4} />]);
    fireEvent.click(screen.getByRole('button'));
    await asked[2].answer('');
    show([<Role key="a" id={4} />, <Role key="b" id={4} />, <Role key="c" id={5} />]);
    await passes(0);
    expect(texts()).toEqual(['Driver loading', '- loading', '- loading']);
    await asked[3].answer('Pilot');
    expect(texts()).toEqual(['Pilot', 'Pilot', '- loading']);
  });
});

describe('answers that changes are followed for', () => {
  it('are read again at once, then once a second at most', async () => {
    const { asked, change, texts } = open(<Role id={4} />);
    await asked[0].answer('1');
    await change('user');
    expect(asked).toHaveLength(1);
    await change('role');
    expect(asked).toHaveLength(2);
    await asked[1].answer('2');
    for (let step = 0; step < 9; step++) {
      await change('role');
      await passes(SECOND / 10);
    }
    expect([texts(), asked.length]).toEqual([['2'], 2]);
    await passes(SECOND / 10);
    expect(asked).toHaveLength(3);
    await asked[2].answer('3');
    await passes(2 * SECOND);
    expect([texts(), asked.length]).toEqual([['3'], 3]);
    await change('role');
    expect(asked).toHaveLength(4);
  });

  it('come however busy the feed is: a read under way is finished, and another follows', async () => {
    const { asked, change, texts } = open(<Role id={4} />);
    for (let step = 0; step < 50; step++) {
      await change('role');
      await passes(SECOND / 10);
    }
    expect(asked).toHaveLength(1);
    await asked[0].answer('1');
    expect([texts(), asked.length, asked[0].isAborted()]).toEqual([['1 loading'], 2, false]);
    await asked[1].answer('2');
    expect(texts()).toEqual(['2']);
  });

  it('are left alone once nobody shows them', async () => {
    const { asked, change, show } = open(<Role id={4} />);
    await asked[0].answer('1');
    await change('role');
    await asked[1].answer('2');
    await change('role');
    show(null);
    await passes(2 * SECOND);
    expect(asked).toHaveLength(2);
  });
});

describe('answers of another account', () => {
  it('are never shown, neither kept nor late, and are forgotten', async () => {
    const { asked, show, texts } = open([<Role key="a" id={4} />, <Role key="b" id={5} />]);
    await asked[0].answer('Mine');
    show([<Role key="a" id={4} />, <Role key="b" id={5} />], { account: OTHER });
    expect(texts()).toEqual(['- loading', '- loading']);
    expect(asked[1].isAborted()).toBe(true);
    await asked[2].answer('Theirs');
    expect(texts()).toEqual(['Theirs', '- loading']);
    show([<Role key="a" id={4} />]);
    expect(texts()).toEqual(['- loading']);
  });

  it('are forgotten by signing out', async () => {
    const { asked, show, texts } = open(<Role id={4} />);
    await asked[0].answer('Mine');
    show(null, { user: null, account: null });
    await passes(0);
    show(<Role id={4} />);
    expect([texts(), asked.length]).toEqual([['- loading'], 2]);
  });
});
