import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { menuFor, type Permissions } from '../../domain/access/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { PATH, createScreens, screenOf } from '../registry.ts';
import { useScreenName } from '../shared/address/screenName.ts';
import { useShortcuts } from '../shared/shortcuts.tsx';
import { membership, renderInWorld, session, type WorldOptions } from '../shared/testing/world.tsx';
import { AppShell } from './AppShell.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });
const permissions: Permissions = { units: ['r', 'm', 'sh'], user_accounts_invitations: ['m'] };

function shell(
  options: WorldOptions = {},
  content: ReactNode = <p>content</p>,
  path: string = PATH.unitList,
  canOpen: (path: string) => boolean = () => true,
) {
  const own = options.session?.permissions ?? permissions;
  return renderInWorld(
    <AppShell
      menu={menuFor(screens, own)}
      screens={screens}
      screen={screenOf(screens, path)}
      path={path}
      canOpen={canOpen}>
      {content}
    </AppShell>,
    {
      ...options,
      session: {
        stage: 'signedIn',
        permissions,
        memberships: [membership(1, 'Northern Haulage'), membership(2, 'City Couriers')],
        account: {
          account_id: 1 as AccountId,
          parent_id: null,
          name: 'Northern Haulage',
          type: 'DEALER',
          status: 'active',
          restrict_sub_accounts: false,
        },
        ...options.session,
      },
    },
  );
}

const mainMenu = (): HTMLElement => screen.getByRole('navigation', { name: 'Main menu' });

describe('shell', () => {
  it('lists the menu in order and marks where one is', async () => {
    await shell();
    const links = within(mainMenu()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['List view', 'page'],
      ['Map view', null],
      ['User invitations', null],
    ]);
  });

  it('goes to a screen by the menu', async () => {
    const { paths } = await shell();
    fireEvent.click(within(mainMenu()).getByRole('link', { name: 'Map view' }));
    expect(paths).toEqual(['/units/map']);
  });

  it('shows the way to the screen, the account and the title', async () => {
    await shell();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' })).getAllByRole('listitem');
    expect(crumbs.map((crumb) => crumb.textContent)).toEqual(['Units', 'List view']);
    expect(screen.getByRole('button', { name: 'Account: Northern Haulage: switch account' })).toBeTruthy();
    expect(document.title).toBe('Units – Wayline');
  });

  it('skips to the content', async () => {
    await shell();
    fireEvent.click(screen.getByText('Skip to content'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('collapses to pictures that keep their names', async () => {
    await shell();
    fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect(screen.getByRole('button', { name: 'Expand menu' }).getAttribute('aria-expanded')).toBe('false');
    expect(within(mainMenu()).getByRole('link', { name: 'Map view' })).toBeTruthy();
  });

  it('the horizontal layout has its menu above the content', async () => {
    await shell({ preferences: { layout: 'horizontal' } });
    expect(
      within(mainMenu())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['List view', 'Map view', 'User invitations']);
    expect(screen.queryByRole('button', { name: 'Collapse menu' })).toBeNull();
  });

  it('and puts what does not fit into its line behind a button', async () => {
    const places = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) > 1 ? 32 : 0;
    });
    try {
      const { paths } = await shell({ preferences: { layout: 'horizontal' } });
      fireEvent.click(screen.getByRole('button', { name: 'More' }));
      fireEvent.click(screen.getByRole('menuitem', { name: 'User invitations' }));
      expect(paths).toEqual(['/user-invitations']);
    } finally {
      places.mockRestore();
    }
  });

  it('the full layout keeps the menu in a drawer', async () => {
    const { paths } = await shell({ preferences: { layout: 'full' } });
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    fireEvent.click(within(screen.getByRole('dialog', { name: 'Main menu' })).getByRole('link', { name: 'Map view' }));
    expect(paths).toEqual(['/units/map']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('commands', () => {
  const type = (text: string): HTMLElement => {
    fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true });
    const field = screen.getByRole('combobox', { name: 'Search everything' });
    fireEvent.change(field, { target: { value: text } });
    return field;
  };

  it('are found by the keys of any keyboard, and done with Enter', async () => {
    const { acts } = await shell({ path: '/units/list' });
    fireEvent.keyDown(type('sign out'), { key: 'Enter' });
    expect(acts).toEqual([{ type: 'session.signOut' }]);
    expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull();
  });

  it('lead to screens, and change how the page looks', async () => {
    await shell({ path: '/units/list' });
    type('audit');
    expect(screen.getByRole('option', { name: /Audit/ })).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Search everything' }), { target: { value: 'collapse' } });
    fireEvent.click(screen.getByRole('option', { name: 'Collapse menu' }));
    expect(screen.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
  });
});

describe('a screen of one thing', () => {
  const permissions: Permissions = {
    units: ['r', 'm'],
    devices: ['r', 'm'],
    sims: ['r', 'm'],
    user: ['r', 'm'],
    account: ['dm', 'cm', 'm'],
    alert: ['r', 'm'],
    vw_user_accounts: ['r'],
  };
  function Named({ name, page }: { name: string | null; page?: string }): ReactNode {
    useScreenName(name, page);
    return null;
  }
  const look = (path: string, content: ReactNode, canOpen?: (path: string) => boolean) =>
    shell({ session: { permissions } }, content, path, canOpen);
  const crumbs = () =>
    within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
      .getAllByRole('listitem')
      .map((crumb) => [crumb.textContent, within(crumb).queryByRole('link')?.getAttribute('href')]);
  const title = (): string => document.title.replaceAll(/[\u2068\u2069]/g, '');

  it('is named in breadcrumbs and title, in a direction of its own', async () => {
    await look('/device/5', <Named name="FMB920 of lorry 7" />);
    expect(crumbs()).toEqual([
      ['Devices', '/devices'],
      ['FMB920 of lorry 7', undefined],
    ]);
    expect(screen.getByText('FMB920 of lorry 7').closest('bdi')?.parentElement?.getAttribute('aria-current')).toBe(
      'page',
    );
    expect(document.title).toBe('\u2068FMB920 of lorry 7\u2069 – Wayline');
  });

  it('leads from its form to its own page', async () => {
    await look('/unit/7/edit', <Named name="Lorry 7" page="/unit/7/view" />);
    expect(crumbs()).toEqual([
      ['Units', '/units/list'],
      ['Lorry 7', '/unit/7/view'],
      ['Edit unit', undefined],
    ]);
    expect(title()).toBe('Lorry 7 – Edit unit – Wayline');
  });

  it('offers no step that may not be opened', async () => {
    await look(
      '/device/5/edit',
      <Named name="FMB920" page="/device/5" />,
      (path) => path !== '/device/5' && path !== '/devices',
    );
    expect(crumbs()).toEqual([
      ['Devices', undefined],
      ['FMB920', undefined],
      ['Edit device', undefined],
    ]);
  });

  it('is named by its kind until its name is known, and after it has gone', async () => {
    function Leaving(): ReactNode {
      const [step, setStep] = useState(0);
      return (
        <>
          {step < 2 && <Named name={step === 0 ? null : 'FMB920'} />}
          <button type="button" onClick={() => setStep(step + 1)}>
            go on
          </button>
        </>
      );
    }
    const goOn = (): void => void fireEvent.click(screen.getByRole('button', { name: 'go on' }));
    await look('/device/5', <Leaving />);
    expect(crumbs()).toEqual([
      ['Devices', '/devices'],
      ['Device', undefined],
    ]);
    goOn();
    expect(title()).toBe('FMB920 – Wayline');
    goOn();
    expect(crumbs()).toEqual([
      ['Devices', '/devices'],
      ['Device', undefined],
    ]);
    expect(title()).toBe('Device – Wayline');
  });

  it.each([
    ['/device/5', '/devices'],
    ['/device/5/edit', '/devices'],
    ['/device/create/5', '/devices'],
    ['/unit/7/view', '/units/list'],
    ['/unit/7/edit', '/units/list'],
    ['/sim/3/view', '/sim'],
    ['/sim/3/edit', '/sim'],
    ['/sim-info/3', '/sim'],
    ['/role/2/view', '/users'],
    ['/role/2/edit', '/users'],
    ['/edit-event', '/rules'],
    ['/sub-dealer/4', '/dealers'],
    ['/consumer-account/update', '/consumers'],
    ['/child/account/update', '/accounts'],
    ['/unknown-messages', '/unknown-messages'],
  ])('%s has %s marked in the menu, and no other', async (path, entry) => {
    await look(path, null);
    expect(
      within(mainMenu())
        .getAllByRole('link')
        .filter((link) => link.hasAttribute('aria-current'))
        .map((link) => link.getAttribute('href')),
    ).toEqual([entry]);
  });
});

describe('user menu', () => {
  const open = (): void => void fireEvent.click(screen.getByRole('button', { name: 'User menu' }));
  const entries = (): (string | null)[] => screen.getAllByRole('menuitem').map((item) => item.textContent);

  it('is opened by one’s picture, which changes as soon as the session has another, or by initials', async () => {
    const { user } = session();
    const picture = (): string | null =>
      screen.getByRole('button', { name: 'User menu' }).querySelector('img')?.getAttribute('src') ?? null;
    const { update } = await shell();
    const button = screen.getByRole('button', { name: 'User menu' });
    expect([button.textContent, picture()]).toEqual(['DR', null]);
    update({ user: user && { ...user, picture: '/images/one' } });
    expect([button.textContent, picture()]).toEqual(['', '/images/one']);
    expect(button.querySelector('img')?.alt).toBe('');
    fireEvent.error(button.querySelector('img') as HTMLImageElement);
    expect([button.textContent, picture()]).toEqual(['DR', null]);
    update({ user: user && { ...user, picture: '/images/two' } });
    expect([button.textContent, picture()]).toEqual(['', '/images/two']);
  });

  it('logs out', async () => {
    const { acts } = await shell();
    open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(acts).toEqual([{ type: 'session.signOut' }]);
  });

  it('counts the invitations that wait, and offers the account only to who may change it', async () => {
    const permissions = { account: ['r', 'u'] as const };
    await shell({ session: { permissions }, answers: { getUserInvitations: { rows: [], total: 3 } } });
    fireEvent.click(await screen.findByRole('button', { name: 'User menu (Invitations: 3)' }));
    expect(entries()).toContain('Account settings');
    expect(screen.getByRole('menuitem', { name: /Invitations/ }).textContent).toContain('3 waiting');
    expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
  });

  it('switches accounts only for who has several', async () => {
    await shell();
    open();
    expect(entries()).toEqual([
      'Profile',
      'Settings',
      'Change password',
      'Invitations',
      'Background jobs',
      'Theme',
      'Help centre',
      'Keyboard shortcuts',
      'Switch account',
      'Logout',
    ]);
    cleanup();
    await shell({ session: { memberships: [membership(1, 'Northern Haulage')] } });
    open();
    expect(entries()).toEqual([
      'Profile',
      'Settings',
      'Change password',
      'Invitations',
      'Background jobs',
      'Theme',
      'Help centre',
      'Keyboard shortcuts',
      'Logout',
    ]);
  });
});

describe('theme', () => {
  it('changes at once and says what the horizontal layout does to semi-dark', async () => {
    await shell();
    fireEvent.click(screen.getByRole('button', { name: 'Theme' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Theme' }));
    expect(dialog.getAllByRole('radio')).toHaveLength(4 + 9 + 3 + 2 + 2 + 2 + 3);
    fireEvent.click(dialog.getByRole('radio', { name: 'Semi-dark' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Horizontal menu' }));
    expect(dialog.getByText(/light is used/)).toBeTruthy();
  });

  it('centres the content and shows the footer with the version and the help centre', async () => {
    await shell();
    expect(screen.queryByRole('contentinfo')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Theme' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Theme' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Centred' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Shown' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('main').dataset.width).toBe('boxed');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('0.0.1')).toBeTruthy();
    expect(footer.getByRole('link', { name: 'Help centre' }).getAttribute('href')).toBe('/help');
  });
});

describe('shortcuts', () => {
  const live = vi.fn();
  function Timeline(): ReactNode {
    useShortcuts('shortcuts.timeline', [{ keys: ['l'], labelKey: 'shortcuts.live', run: live }]);
    return <input aria-label="typing" />;
  }
  const press = (key: string, target: Element = document.body): boolean =>
    fireEvent.keyDown(target, { key, bubbles: true });

  it('? lists those of the shell and of the screen', async () => {
    await shell({}, <Timeline />);
    press('?');
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByRole('region', { name: 'Timeline' }).textContent).toContain('Back to live');
    expect(within(dialog).getByRole('region', { name: 'General' }).textContent).toContain('?');
  });

  it('act, but not while somebody types or a dialog is open', async () => {
    await shell({}, <Timeline />);
    press('l');
    expect(live).toHaveBeenCalledTimes(1);
    press('l', screen.getByLabelText('typing'));
    press('?');
    press('l', screen.getByRole('dialog'));
    expect(live).toHaveBeenCalledTimes(1);
  });

  it('m collapses the menu', async () => {
    await shell();
    press('m');
    expect(screen.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
  });
});

describe('open alarms', () => {
  const seen: Permissions = { units: ['r', 'm'], alert: ['r', 'm'] };
  const summary = (open: number, newest = open) => ({ open, newest, units: [] });
  const sounds: number[] = [];
  class SilentContext {
    currentTime = 0;
    destination = {};
    resume = () => Promise.resolve();
    createGain = () => ({ gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect() {} });
    createOscillator = () => ({
      frequency: {},
      connect: () => ({ connect() {} }),
      start: () => sounds.push(1),
      stop() {},
    });
  }
  const listen = (hasBeenActive: boolean): void => {
    sounds.length = 0;
    vi.stubGlobal('AudioContext', SilentContext);
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive } });
  };
  const settled = () => act(async () => undefined);

  it('are counted at their entry of the menu and in the title, as they come and go', async () => {
    const { server } = await shell({ session: { permissions: seen }, answers: { getAlarmSummary: summary(3) } });
    expect(await within(mainMenu()).findByRole('link', { name: 'Alarms 3 open alarms' })).toBeTruthy();
    expect(document.title).toBe('(3) Units – Wayline');
    server.answer('getAlarmSummary', summary(0));
    server.change('alarm');
    await waitFor(() => expect(document.title).toBe('Units – Wayline'));
    expect(within(mainMenu()).getByRole('link', { name: 'Alarms' })).toBeTruthy();
  });

  it('are not asked for by who may not read alarms', async () => {
    const { server } = await shell({ answers: { getAlarmSummary: summary(3) } });
    await settled();
    expect(server.of('getAlarmSummary')).toEqual([]);
  });

  it('make a sound when they are new, for who chose it and clicked in the page before', async () => {
    listen(true);
    const { server } = await shell({
      session: { permissions: seen },
      preferences: { alarmSound: true },
      answers: { getAlarmSummary: summary(3) },
    });
    await within(mainMenu()).findByRole('link', { name: 'Alarms 3 open alarms' });
    expect(sounds).toEqual([]);
    server.answer('getAlarmSummary', summary(4));
    server.change('alarm');
    await waitFor(() => expect(sounds).toHaveLength(2));
    // One of them is resolved, and nothing is new.
    server.answer('getAlarmSummary', summary(2));
    server.change('alarm');
    await waitFor(() => expect(document.title).toContain('(2)'));
    server.answer('getAlarmSummary', summary(4));
    server.change('alarm');
    await waitFor(() => expect(document.title).toContain('(4)'));
    expect(sounds).toHaveLength(2);
  });

  it.each([
    ['nobody chose it', { hasBeenActive: true, alarmSound: false, path: PATH.unitList }],
    ['nobody clicked yet', { hasBeenActive: false, alarmSound: true, path: PATH.unitList }],
    ['the queue is looked at', { hasBeenActive: true, alarmSound: true, path: '/alarms' }],
  ])('make none where %s', async (_, { hasBeenActive, alarmSound, path }) => {
    listen(hasBeenActive);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const { server } = await shell(
      { session: { permissions: seen }, preferences: { alarmSound }, answers: { getAlarmSummary: summary(3) } },
      undefined,
      path,
    );
    await waitFor(() => expect(document.title).toContain('(3)'));
    server.answer('getAlarmSummary', summary(5));
    server.change('alarm');
    await waitFor(() => expect(document.title).toContain('(5)'));
    expect(sounds).toEqual([]);
  });
});
