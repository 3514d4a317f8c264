import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountId, DeviceId } from '../../../domain/base/index.ts';
import type { UnreadDeviceMessage, UnreadType } from '../../../domain/device/index.ts';
import DeviceScreen from '../DeviceScreen.tsx';
import { press, show } from '../../shared/testing/devices.tsx';
import UnknownMessagesScreen from './UnknownMessagesScreen.tsx';

afterEach(cleanup);

const message = (id: number, part: Partial<UnreadDeviceMessage> = {}): UnreadDeviceMessage => ({
  message_id: id,
  received_at: '2026-06-01T11:00:00Z',
  protocol: 'gt06',
  type: '0x38',
  reason: 'the message is not known',
  part: false,
  size: 4,
  hex: '787805ff',
  text: null,
  ...part,
});
const type = (name: string, part: Partial<UnreadType> = {}): UnreadType => ({
  protocol: 'h02',
  device_model: 'FMB920',
  type: name,
  reason: 'the type is not known',
  part: true,
  messages: 1234,
  first_seen: '2026-05-01T11:00:00Z',
  last_seen: '2026-06-01T11:00:00Z',
  size: 3,
  hex: '2a4823',
  text: '*H#',
  device_count: 7,
  devices: [{ device_id: 5 as DeviceId, name: 'Van 5', account_id: 1 as AccountId, account_name: 'North' }],
  ...part,
});
const account = (kind: 'OWNER' | 'DEALER') => ({
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: kind,
  status: 'active' as const,
  restrict_sub_accounts: false,
});

describe('messages of a device that are not understood', () => {
  const open = (rows: readonly UnreadDeviceMessage[], path = '/device/1?tab=messages') =>
    show(<DeviceScreen />, {
      path,
      parameters: { id: '1' },
      answers: { getUnreadMessageList: { rows: [...rows], total: rows.length } },
    });

  it('are mentioned on its Messages tab, and opened by one click with their bytes', async () => {
    const { address } = await open([message(2, { part: true, text: '*HQ#', hex: '2a485123' }), message(1)]);
    const button = await screen.findByRole('button', { name: '2 unknown messages' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(address()).toContain('unknown=1');
    const table = screen.getByRole('table', { name: 'Unknown messages' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first.textContent).toContain('Partly understood');
    expect(first.textContent).toContain('*HQ#');
    expect(first.textContent).toContain('2a 48 51 23');
    expect(second.textContent).toContain('Not understood');
    expect(second.textContent).toContain('78 78 05 ff');
    expect(second.textContent).toContain('4 bytes');
    press('2 unknown messages');
    expect(screen.queryByRole('table', { name: 'Unknown messages' })).toBeNull();
  });

  it('are open where the address says so, and not there where all was understood', async () => {
    await open([message(1)], '/device/1?tab=messages&unknown=1');
    expect(await screen.findByRole('table', { name: 'Unknown messages' })).toBeTruthy();
    cleanup();
    await open([]);
    await screen.findByText('No messages in this period');
    expect(screen.queryByRole('button', { name: /unknown message/ })).toBeNull();
  });
});

describe('the list of unknown messages', () => {
  it('shows each type with model, count, an example, and the devices that sent it', async () => {
    await show(<UnknownMessagesScreen />, {
      path: '/unknown-messages',
      answers: { getUnreadTypeList: { rows: [type('V9'), type('V8', { size: 5000 })], total: 2 } },
    });
    const row = (await screen.findByText('V9')).closest('tr');
    if (!row) throw new Error('the type has no row');
    for (const text of ['h02', 'FMB920', '1,234', '*H#', '2a 48 23', 'Partly understood', 'and 6 more'])
      expect(row.textContent, text).toContain(text);
    expect(within(row).getByRole('link', { name: 'Van 5' }).getAttribute('href')).toMatch(
      /\/device\/5\?tab=messages&unknown=1$/,
    );
    // Of a long message the first bytes are shown.
    expect(screen.getByText('V8').closest('tr')?.textContent).toContain('…');
  });

  it('shows the provider, who runs the server, how to read them again', async () => {
    const answers = { getUnreadTypeList: { rows: [type('V9')], total: 1 } };
    await show(<UnknownMessagesScreen />, {
      path: '/unknown-messages',
      answers,
      session: { account: account('OWNER') },
    });
    expect(await screen.findByText('npm run admin -- reread')).toBeTruthy();
    cleanup();
    await show(<UnknownMessagesScreen />, {
      path: '/unknown-messages',
      answers,
      session: { account: account('DEALER') },
    });
    await screen.findByText('V9');
    expect(screen.queryByText('npm run admin -- reread')).toBeNull();
  });

  it('says so where everything was understood', async () => {
    await show(<UnknownMessagesScreen />, {
      path: '/unknown-messages',
      answers: { getUnreadTypeList: { rows: [], total: 0 } },
    });
    expect(await screen.findByText('Everything your devices have sent was understood.')).toBeTruthy();
  });
});
