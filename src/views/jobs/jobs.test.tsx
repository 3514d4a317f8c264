import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ERROR } from '../../domain/errors/index.ts';
import { JOB_ERROR_CODES, JOB_STATES, type Job } from '../../domain/job/index.ts';
import inside from '../../i18n/catalogues/en/inside.json' with { type: 'json' };
import { refusal } from '../shared/testing/services.ts';
import { renderInWorld } from '../shared/testing/world.tsx';
import JobsScreen from './JobsScreen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const job = (id: number, part: Partial<Job> = {}): Job => ({
  job_id: id,
  kind: 'somethingNew',
  state: 'queued',
  progress: 0,
  step: null,
  step_values: {},
  result: null,
  error_code: null,
  attempts: 0,
  cancelling: false,
  created_at: '2026-05-30T12:00:00.000Z',
  run_at: '2026-05-30T12:00:00.000Z',
  started_at: null,
  ended_at: null,
  ...part,
});
const show = (rows: Job[], more: object = {}) =>
  renderInWorld(<JobsScreen />, {
    path: '/jobs',
    session: { stage: 'signedIn' },
    answers: { getJobList: { rows, total: rows.length }, ...more },
  });

describe("one's own jobs", () => {
  it('say how far they are, and read on while one is open', async () => {
    const { server } = await show([job(1, { state: 'running', progress: 0.42 })]);
    const bar = await screen.findByRole('progressbar', { name: 'Background job' });
    expect(bar.getAttribute('aria-valuenow')).toBe('42');
    server.answer('getJobList', {
      rows: [job(1, { state: 'done', progress: 1, ended_at: '2026-05-30T12:01:00.000Z' })],
      total: 1,
    });
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: /Cancel/ })).toBeNull();
  });

  it('are read again when one of them changes', async () => {
    const { server } = await show([]);
    expect(await screen.findByText('No background jobs')).toBeTruthy();
    server.answer('getJobList', { rows: [job(2)], total: 1 });
    act(() => server.change('job'));
    expect(await screen.findByText('Waiting')).toBeTruthy();
  });

  it('are cancelled, and say so until they have ended', async () => {
    const { server } = await show([job(3, { state: 'running' })], { cancelJob: job(3) });
    server.answer('getJobList', { rows: [job(3, { state: 'running', cancelling: true })], total: 1 });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Background job' }));
    expect(await screen.findByText('Cancelling')).toBeTruthy();
    expect(server.of('cancelJob')).toEqual([{ job_id: 3 }]);
    expect(screen.getByRole('button', { name: 'Cancel Background job' }).hasAttribute('disabled')).toBe(true);
  });

  it('show why they failed, and when they are tried again', async () => {
    await show([
      job(4, { state: 'failed', error_code: 'unexpected' }),
      job(5, { error_code: 'crashed', run_at: '2026-05-30T13:00:00.000Z' }),
    ]);
    const [failed, again] = await screen.findAllByRole('listitem');
    expect(within(failed!).getByText('Something went wrong on our side.')).toBeTruthy();
    expect(within(again!).getByText(/The server stopped several times.*Next attempt: /)).toBeTruthy();
  });

  it('show why cancelling was refused', async () => {
    await show([job(6)], { cancelJob: refusal(ERROR.notFound, 'Not found.') });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Background job' }));
    expect(await screen.findByText('Not found.')).toBeTruthy();
  });

  it('say that they could not be read, and are asked for again', async () => {
    const { server } = await show([], { getJobList: refusal(ERROR.network, 'The server cannot be reached.') });
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    server.answer('getJobList', { rows: [job(7)], total: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('Waiting')).toBeTruthy());
  });
});

it('has words for every state and every reason', () => {
  expect(Object.keys(inside.jobs.states)).toEqual([...JOB_STATES]);
  expect(Object.keys(inside.jobs.errors)).toEqual([...JOB_ERROR_CODES]);
});
