// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { createElement, type ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BulkReply } from '../../src/api/contract/index.ts';
import { mayOpen, type Permissions } from '../../src/domain/access/index.ts';
import { failure, success, type AccountId, type UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { UnitSummary } from '../../src/domain/unit/index.ts';
import { createScreens, matchScreen, type Screen } from '../../src/views/registry.ts';
import { CallsContext, type Calls } from '../../src/views/shared/services/calls.ts';
import { FleetContext } from '../../src/views/shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../src/views/shared/testing/fleet.ts';
import { renderScreen, type ScreenWorld } from '../../src/views/shared/testing/screenWorld.tsx';
import { membership } from '../../src/views/shared/testing/world.tsx';
import { startApi, START, type TestApi } from '../support/api.ts';
import { LOOKS, LOOKS_AT_ACCOUNTS, LOOKS_OF_OWNER, addHolder } from '../support/lookers.ts';
import { changesNothing } from '../support/matrixRequests.ts';
import { fillMatrixWorld, type MatrixWorld, type Target } from '../support/matrixWorld.ts';
import { escape, fill, filledIn, linksHere, nameOf, offered, press, tick } from '../support/offered.ts';
import { withTestDatabase } from '../support/postgres.ts';

// Roles that see the sub-accounts and change nothing there open every screen with the things of a sub-account and press
// all that they are offered, against the real gateway: nothing of that is refused as unauthorised.

const test = withTestDatabase();
/** happy-dom has no WebGL: the map itself is not drawn, what is beside and over it is. */
const SCREENS = createScreens({
  list: () => import('../../src/views/units/list/UnitListScreen.tsx'),
  map: () => import('../../src/views/units/map/UnitMapScreen.tsx'),
});
const TABS = ['details', 'allocation', 'sensors', 'commands', 'log', 'tripDetector', 'fuel', 'filters', 'messages'];
/** Queries in which a screen shows more. */
const QUERIES: Readonly<Record<string, (id: number, accountId: number) => readonly string[]>> = {
  device: () => TABS.map((tab) => `?tab=${tab}`),
  users: (_, accountId) => ['', `?account_id=${accountId}`],
  audit: (_, accountId) => ['', `?account_id=${accountId}`],
  ruleEdit: (id) => [`?rule_id=${id}`],
};
/** Not opened with things of a sub-account. */
const ONLY_OWN: Readonly<Record<string, string>> = {
  roleEdit: 'Roles of sub-accounts have no screen.',
  roleView: 'Roles of sub-accounts have no screen.',
};
/** Pages that stand alone are for who is in no account yet, so there are no sub-accounts to act in. */
const isInside = (screen: Screen): boolean => screen.layout === 'shell';

interface Looker {
  readonly who: string;
  readonly actor: 'dealer' | 'owner';
  readonly userId: number;
  readonly permissions: Permissions;
  /** Screens that show what its role is about; the others are the same for every role. */
  readonly isAbout: (screen: Screen) => boolean;
}
/** Addresses that were opened in the visits of a looker, and those that the opened screens link to. */
interface Visited {
  readonly opened: Set<string>;
  readonly linked: Set<string>;
}
/** Rows of a list that is drawn quickly. */
const SHORT = 5;
const ABOUT_ACCOUNTS = /account|dealer|consumer|^\/users|^\/audit/;
const isAboutAccounts = ({ path }: Screen): boolean => ABOUT_ACCOUNTS.test(path);
const LOOKERS: readonly Looker[] = [
  {
    who: 'only looks at the things of sub-accounts',
    actor: 'dealer',
    userId: 960_000,
    permissions: LOOKS,
    isAbout: () => true,
  },
  {
    who: 'only looks at sub-accounts and their users too',
    actor: 'dealer',
    userId: 960_001,
    permissions: LOOKS_AT_ACCOUNTS,
    isAbout: isAboutAccounts,
  },
  {
    who: 'only looks at dealers',
    actor: 'owner',
    userId: 960_002,
    permissions: LOOKS_OF_OWNER,
    isAbout: isAboutAccounts,
  },
];

let world: MatrixWorld;
let api: TestApi;

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  for (const { actor, userId, permissions } of LOOKERS)
    await addHolder(test.database, targetsOf(actor).own.accountId, userId, permissions);
  api = await startApi(test.database);
}, 60_000);
afterEach(cleanup);
afterAll(() => api.close());

function targetsOf(actor: Looker['actor']): { own: Target; below: Target } {
  const targets = world.actors.find(({ username }) => username === actor)?.targets;
  if (!targets?.own || !targets.child) throw new Error(`The demo has no ${actor}.`);
  return { own: targets.own, below: targets.child };
}

/** What each row of the open list says. */
const rowsHere = (): string[] => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

let pending = 0;
/** Until everything that was asked is answered and drawn. */
const settled = () =>
  act(async () => {
    for (let quiet = 0; quiet < 3; quiet = pending > 0 ? 0 : quiet + 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  });

/** Somebody at work in their browser: opens screens, and keeps what was refused. */
class Visit {
  readonly own: Target;
  readonly below: Target;
  /** Calls that were refused as unauthorised, or as wrong where nobody typed anything, with what led to them. */
  readonly refused: string[] = [];
  doing = '';
  readonly #looker: Looker;
  readonly #visited: Visited;
  #token = '';
  /** Something was pressed that is more than a question: what it may have taken away is put back. */
  #changed = true;
  #units: readonly UnitSummary[] = [];
  #screen: ScreenWorld | null = null;

  constructor(looker: Looker, visited: Visited) {
    this.#looker = looker;
    this.#visited = visited;
    ({ own: this.own, below: this.below } = targetsOf(looker.actor));
  }

  /** How lists name what is of the sub-account. */
  get #things(): readonly string[] {
    return [this.below.marker, this.below.name];
  }

  readonly calls: Calls = {
    call: async (method, data) => {
      pending++;
      this.#changed ||= !changesNothing(method);
      try {
        const answer = await api.call(method, data, { token: this.#token, account: this.own.accountId });
        const codes = [answer.error?.code, ...refusedOf(answer.data).map(({ code }) => code)];
        // A screen's own questions are never refused for their content either.
        const isWrong = codes.includes(ERROR.validation) && changesNothing(method);
        if (isWrong || codes.includes(ERROR.accessRight)) this.refused.push(`${this.doing}: ${method}`);
        return answer.error
          ? failure({ ...answer.error, correlationId: answer.correlationId })
          : success(answer.data as never);
      } finally {
        pending--;
      }
    },
    file: () => Promise.reject(new Error('No file is opened here.')),
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
    onChange: () => () => undefined,
  };

  /** Puts everything back, and signs in again: what was pressed may have ended the session. */
  async #start(): Promise<void> {
    if (!this.#changed) return;
    for (const target of [this.own, this.below]) await world.restore(target);
    const device = { remote: '192.0.2.1', userAgent: 'looks' };
    this.#token = (await api.sessions.open(this.#looker.userId as UserId, device, START)).accessToken;
    const { data } = await api.call('getAllUnits', {}, { token: this.#token, account: this.own.accountId });
    this.#units = data.rows;
    this.#changed = false;
  }

  async open(path: string): Promise<void> {
    this.doing = path;
    await this.#start();
    const found = matchScreen(SCREENS, path.split('?')[0] ?? '');
    if (!found) throw new Error(`No screen at ${path}`);
    const loaded: { default: ComponentType } = await found.screen.load();
    const fleet = fakeFleet({ units: still(unitsState(this.#units)), now: () => START, ...fleetActs(this.calls) });
    const screen = createElement(FleetContext, { value: fleet }, createElement(loaded.default));
    this.#screen = await renderScreen(createElement(CallsContext, { value: this.calls }, screen), {
      path,
      parameters: found.parameters,
      session: {
        stage: 'signedIn' as never,
        account: {
          ...membership(this.own.accountId, this.own.name, { type: this.own.type }),
          parent_id: this.own.parentId as AccountId | null,
          restrict_sub_accounts: false,
        },
        permissions: this.#looker.permissions,
      },
    });
    await settled();
    this.#visited.opened.add(path);
    for (const link of linksHere()) this.#visited.linked.add(link);
  }

  /** Addresses of a screen with the things of the sub-account. */
  addresses(screen: Screen): string[] {
    const { unitId, accountId } = screen.id in ONLY_OWN ? this.own : this.below;
    const path = screen.path.replace(':account_id', String(accountId)).replace(/:\w+/, String(unitId));
    if (screen.path.endsWith('account/update')) return [`${path}?account_id=${accountId}`];
    // The modes of the map, with the unit chosen.
    if (screen.fills && screen.path !== '/units/list') return [`${path}?units=${unitId}`];
    return (QUERIES[screen.id]?.(unitId, accountId) ?? ['']).map((query) => path + query);
  }

  screens(): readonly Screen[] {
    const { permissions, isAbout } = this.#looker;
    return SCREENS.filter(
      (screen) =>
        isInside(screen) &&
        isAbout(screen) &&
        (screen.access === 'session' || screen.access === 'public' || mayOpen(permissions, screen)),
    );
  }

  /**
   * Presses each thing that the address offers, with each entry of its menu. The address is opened again only where the
   * last press changed something that neither Escape nor pressing once more put back.
   */
  async pressAll(whole: string, known: Set<string>): Promise<void> {
    const address = await this.#openNarrowed(whole);
    let unpressed = await this.#prepare();
    for (const name of this.#offered().keys()) {
      if (known.has(name)) continue;
      known.add(name);
      for (let item = 0, items = 1; item < items; item++) {
        if (!this.#isStill(unpressed)) {
          cleanup();
          await this.open(address);
          unpressed = await this.#prepare();
        }
        const button = this.#offered().get(name);
        items = button ? await this.#press(button, item) : 0;
        if (!this.#isStill(unpressed)) await escape(settled);
        if (button && items === 0 && !this.#isStill(unpressed) && offered(this.#things).includes(button))
          await this.#press(button, 0);
      }
    }
    cleanup();
  }

  /**
   * Opens an address; a long list is searched for the thing where that finds it: pages of rows take longest to draw,
   * with every press again. Answers the address that is open.
   */
  async #openNarrowed(address: string): Promise<string> {
    await this.open(address);
    if (rowsHere().length <= SHORT) return address;
    cleanup();
    const searched = `${address}${address.includes('?') ? '&' : '?'}search=${this.below.marker}`;
    await this.open(searched);
    if (rowsHere().some((text) => text.includes(this.below.marker))) return searched;
    cleanup();
    await this.open(address);
    return address;
  }

  /** What is offered, by its name with a number: several rows offer the same. */
  #offered(): Map<string, HTMLElement> {
    const times = new Map<string, number>();
    return new Map(
      offered(this.#things).map((button) => {
        const name = nameOf(button);
        times.set(name, (times.get(name) ?? 0) + 1);
        return [`${name} ${times.get(name)}`, button];
      }),
    );
  }

  /** Ticks and fills in everything of the open page. Answers the page as it then is. */
  async #prepare(): Promise<string> {
    await tick(this.#things, settled);
    await fill(settled);
    return this.#page();
  }

  /** Where the page is, what it offers, and what is filled in: however it is sorted. */
  readonly #page = (): string =>
    [this.#screen?.address().split('?')[0], ...[...this.#offered().keys()].toSorted(), ...filledIn().toSorted()].join(
      '\n',
    );

  readonly #isStill = (page: string): boolean => !this.#changed && this.#page() === page;

  async #press(button: HTMLElement, item: number): Promise<number> {
    this.doing = this.#screen?.address() ?? '';
    return press(button, item, settled, (done) => (this.doing += done));
  }
}

/** What units and trackers are done with from the map and its panels, as the product's own services do it. */
const fleetActs = ({ call }: Calls): Partial<Parameters<typeof fakeFleet>[0]> => ({
  unclaimedDevices: async () => asked(await call('getUnclaimedDevices', { limit: 200, search: '' })),
  renameUnit: async (unitId, name) => asked(await call('updateUnit', { unit_id: unitId, name })),
});
const asked = <Value, Failed>(answer: { ok: true; value: Value } | { ok: false; error: Failed }) =>
  answer.ok ? answer : { ok: false as const, problem: answer.error };

const refusedOf = (data: unknown): BulkReply['refused'] =>
  data instanceof Object && 'refused' in data && Array.isArray(data.refused) ? data.refused : [];

describe.each(LOOKERS)('a role that $who', (looker) => {
  const visited: Visited = { opened: new Set(), linked: new Set() };
  // All modes of the map are one screen with another panel: what one of them offered is not pressed again.
  const ofMap = new Set<string>();

  it.each(SCREENS.filter((screen) => isInside(screen) && looker.isAbout(screen)))(
    'is refused nothing by opening $path, or of what it offers',
    async (screen) => {
      const visit = new Visit(looker, visited);
      if (!visit.screens().includes(screen)) return expect(screen.access).not.toBe('session');
      const known = screen.fills && screen.path !== '/units/list' ? ofMap : new Set<string>();
      for (const address of visit.addresses(screen)) await visit.pressAll(address, known);
      expect(visit.refused).toEqual([]);
    },
    180_000,
  );

  it('is refused nothing by opening what these screens link to', async () => {
    const visit = new Visit(looker, visited);
    const { opened, linked } = visited;
    const mayBeOpened = (path: string) => {
      const found = matchScreen(SCREENS, path.split('?')[0] ?? '');
      return found !== null && visit.screens().includes(found.screen);
    };
    // A set goes on with what is added meanwhile: links of links.
    for (const path of linked) {
      if (opened.has(path) || !path.includes(String(visit.below.unitId)) || !mayBeOpened(path)) continue;
      await visit.open(path);
      cleanup();
    }
    expect(visit.refused).toEqual([]);
    expect(opened.size).toBeGreaterThanOrEqual(visit.screens().length);
  }, 180_000);
});
