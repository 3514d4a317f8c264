import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceId } from '../../../domain/base/index.ts';
import DeviceScreen from '../DeviceScreen.tsx';
import { show } from '../../shared/testing/devices.tsx';

afterEach(cleanup);

describe('commands of a device', () => {
  it('that waits for a word of confirmation says from where its device came, and goes out by a press', async () => {
    const row = {
      execution_id: 7,
      device_id: 1 as DeviceId,
      code: 'engineCut',
      text: 'setdigout 1',
      state: 'queued' as const,
      attempts: 0,
      answer: '',
      requested_by: 'dealer',
      queued_at: '2026-06-01T12:00:00Z',
      sent_at: null,
      finished_at: null,
      awaits_address: '203.0.113.9',
    };
    const { server } = await show(<DeviceScreen />, {
      path: '/device/1?tab=log',
      parameters: { id: '1' },
      answers: {
        getDeviceCommandLog: { rows: [row], total: 1 },
        confirmDeviceCommand: { ...row, state: 'sent', awaits_address: null },
      },
    });
    expect(await screen.findByText('waits for confirmation: new connection from 203.0.113.9')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
    await waitFor(() =>
      expect(server.of('confirmDeviceCommand')).toEqual([{ execution_id: 7, address: '203.0.113.9' }]),
    );
  });

  it('that may stop a vehicle are sent only after a tick', async () => {
    const { server } = await show(<DeviceScreen />, {
      path: '/device/1?tab=commands',
      parameters: { id: '1' },
      answers: {
        executeDeviceCommand: {
          execution_id: 1,
          device_id: 1 as DeviceId,
          code: 'engineCut',
          text: 'setdigout 1',
          state: 'queued',
          attempts: 0,
          answer: '',
          requested_by: 'dealer',
          queued_at: '2026-06-01T12:00:00Z',
          sent_at: null,
          finished_at: null,
          awaits_address: null,
        },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Use: Cut engine' }));
    const dialog = await screen.findByRole('dialog');
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send' });
    expect(send.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox'));
    fireEvent.click(send);
    await waitFor(() =>
      expect(server.of('executeDeviceCommand')).toMatchObject([{ device_id: 1, text: 'setdigout 1', confirmed: true }]),
    );
  });
});
