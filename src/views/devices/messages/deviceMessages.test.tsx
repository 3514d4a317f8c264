import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UnitId } from '../../../domain/base/index.ts';
import DeviceScreen from '../DeviceScreen.tsx';
import { details, position, show } from '../../shared/testing/devices.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('messages of a device', () => {
  it('beside others in one unit are said to be of all of them', async () => {
    await show(<DeviceScreen />, {
      path: '/device/1?tab=messages',
      parameters: { id: '1' },
      answers: {
        getDevice: details({ unit_id: 4 as UnitId, unit_name: 'Crafter' }),
        getDeviceMessages: { rows: [position({})], total: 1, newer: 0, mounted_at: null, stored: true, others: 1 },
      },
    });
    expect(await screen.findByText(/Crafter carries 1 more device/)).toBeTruthy();
  });

  it('whose date was put right say so, with the date that the device sent', async () => {
    const right = { ...position({ week_rollover: 1024 }), time: '2026-11-20T10:15:00.000Z' };
    const early = { ...position({ week_rollover: -1024 }), time: '2026-11-20T10:14:00.000Z' };
    const usual = { ...position({}), time: '2026-11-20T10:13:00.000Z' };
    await show(<DeviceScreen />, {
      path: '/device/1?tab=messages',
      parameters: { id: '1' },
      answers: {
        getDeviceMessages: { rows: [right, early, usual], total: 3, newer: 0, mounted_at: null, stored: true },
      },
    });
    expect(await screen.findAllByText('Date corrected')).toHaveLength(2);
    expect(screen.getByText(/The device sent .*2007.*: its GPS week counter has rolled over/)).toBeTruthy();
    expect(screen.getByText(/The device sent .*2046/)).toBeTruthy();
  });

  it('in no unit are its last reports, asked for again and again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = position({ fuel: 40 });
    let rows = [first];
    await show(<DeviceScreen />, {
      path: '/device/1?tab=messages',
      parameters: { id: '1' },
      answers: { getDeviceMessages: () => ({ rows, total: rows.length, newer: 0, mounted_at: null, stored: false }) },
    });
    expect(await screen.findByText('1 message')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a unit with this device' })).toBeTruthy();
    rows = [position({ fuel: 39 }), first];
    // Nobody presses anything.
    act(() => void vi.advanceTimersByTime(5_000));
    expect(await screen.findByText('2 messages')).toBeTruthy();
  });

  it('are asked for page by page by the row that the page follows, which stands in the address', async () => {
    const at = (minute: number) => ({ ...position({}), time: `2026-11-20T10:${String(minute)}:00.000Z` });
    const asked: unknown[] = [];
    await show(<DeviceScreen />, {
      path: '/device/1?tab=messages&limit=20',
      parameters: { id: '1' },
      answers: {
        getDeviceMessages: ({ before, after, passed }) => {
          asked.push({ before, after, passed });
          const newer = before === undefined ? 0 : 20;
          return { rows: [at(20), at(10), at(10)], total: 43, newer, mounted_at: null, stored: true };
        },
      },
    });
    expect(await screen.findByText('1–3 of 43')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('21–23 of 43')).toBeTruthy();
    expect(asked.at(-1)).toEqual({ before: '2026-11-20T10:10:00.000Z', after: undefined, passed: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('1–3 of 43')).toBeTruthy();
  });
});
