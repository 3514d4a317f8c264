import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../../domain/base/index.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import { reports, type ListedGeneration, type Report } from '../../domain/report/index.ts';
import { renderScreen } from '../shared/testing/screenWorld.tsx';
import ReportViewScreen from './ReportViewScreen.tsx';
import SelectReportScreen from './SelectReportScreen.tsx';

/** The pretended browser lays nothing out: the table is given its height. */
beforeEach(() => {
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 1200 },
  });
});
afterEach(() => {
  cleanup();
  for (const size of ['clientHeight', 'clientWidth']) Reflect.deleteProperty(HTMLElement.prototype, size);
});

const ACCOUNT = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'CONSUMER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const EVERYTHING = RESOURCE_ACTIONS as Permissions;
const READS: Permissions = { report: ['r', 'm'], units: ['r', 'st'] };

const report = {
  ...reports.schema.cast({ name: 'Trips of March', type: 'trips' }),
  report_id: 6,
  account_id: 1,
  account_name: 'North',
  created_at: '2026-03-01T08:00:00.000Z',
  state: 'done',
  generated_at: '2026-03-02T08:00:00.000Z',
} as Report;

const generation = (part: Partial<ListedGeneration> = {}): ListedGeneration =>
  ({
    generation_id: 9,
    report_id: 6,
    job_id: 4,
    name: 'Trips of March',
    type: 'trips',
    user_id: 1,
    user_name: 'Lena Wolf',
    state: 'done',
    progress: 1,
    error_code: null,
    created_at: '2026-03-02T08:00:00.000Z',
    ended_at: '2026-03-02T08:00:10.000Z',
    expires_at: '2026-06-02T08:00:00.000Z',
    from_day: '2026-03-01',
    to_day: '2026-03-01',
    time_zone: 'Asia/Tehran',
    shift_from: '',
    shift_to: '',
    formats: ['EXL'],
    units: 1,
    rows: 1,
    size: 2_500,
    sections: [{ key: 'trips', rows: 1, left_off: 7, totals: { distance: 12_000, driving: 97_200 } }],
    chart: null,
    files: [{ file_id: 'f1', format: 'EXL', name: 'Trips.xlsx', size: 900, rows: 1 }],
    readable: true,
    ...part,
  }) as ListedGeneration;

const TRIP = {
  unit_id: 5,
  at: Date.UTC(2026, 2, 1, 8),
  latitude: 35.7,
  longitude: 51.4,
  unit: 'Van 1',
  start: Date.UTC(2026, 2, 1, 8),
  distance: 12_000,
  part: 'part',
};

const show = (rows: ListedGeneration[], permissions: Permissions = EVERYTHING, more: object = {}) =>
  renderScreen(<ReportViewScreen />, {
    path: '/report/6/view',
    parameters: { id: '6' },
    session: { stage: 'signedIn', account: ACCOUNT, permissions },
    answers: {
      getReport: report,
      getReportGenerationList: { rows, total: rows.length },
      getReportRows: { rows: [TRIP], total: 1 },
      ...more,
    },
  });

describe('the page of a report', () => {
  it('shows totals, rows that lead to the timeline, and what is left off', async () => {
    await show([generation()]);
    const row = await screen.findByText('Van 1');
    const link = within(row.closest('[role="row"]')!).getByRole('link', { name: /Show on the timeline/ });
    expect(link.getAttribute('href')).toContain('units=5');
    expect(screen.getByText('27 hr 0 min')).toBeTruthy();
    expect(screen.getByText(/7 more are in the totals only/)).toBeTruthy();
    expect(screen.getByText('Part')).toBeTruthy();
  });

  it('is sorted by the server', async () => {
    const { server } = await show([generation()]);
    await screen.findByText('Van 1');
    fireEvent.click(screen.getByRole('button', { name: /^Distance/ }));
    await waitFor(() =>
      expect(server.of('getReportRows')).toContainEqual(expect.objectContaining({ sort: 'distance' })),
    );
  });

  it('generates, says how far it is, and cancels', async () => {
    const { server } = await show([], EVERYTHING, { generateReport: { job_id: 4, generation_id: 9 }, cancelJob: {} });
    expect(await screen.findByText('Nothing generated yet')).toBeTruthy();
    server.answer('getReportGenerationList', {
      rows: [generation({ state: 'generating', progress: 0.4, sections: [], files: [] })],
      total: 1,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Generate' }));
    await waitFor(() => expect(server.of('generateReport')).toEqual([{ report_id: 6 }]));
    act(() => server.change('report'));
    const bar = await screen.findByRole('progressbar', { name: 'Generating' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel generating' }));
    await waitFor(() => expect(server.of('cancelJob')).toEqual([{ job_id: 4 }]));
  });

  it.each([
    [{ state: 'failed', error_code: 'noUnits' }, /no unit that you may see/],
    [{ state: 'time_exceeded' }, /took too long/],
    [{ state: 'cancelled' }, /was cancelled/],
    [{ readable: false, sections: [] }, /your role does not cover/],
    [{ sections: [] }, /Nothing was found/],
  ] as const)('says why there is nothing to see: %o', async (part, words) => {
    await show([generation(part as Partial<ListedGeneration>)]);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('is read only for who may not generate', async () => {
    await show([generation()], READS);
    expect(await screen.findByText('Van 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });
});

it('offers the types that one may generate', async () => {
  await renderScreen(<SelectReportScreen />, {
    path: '/report',
    session: { stage: 'signedIn', account: ACCOUNT, permissions: { report: ['r', 'a'], units: ['r', 'st'] } },
  });
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Summary', 'Trips', 'Stops']);
});
