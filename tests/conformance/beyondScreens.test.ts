// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { createElement, type ComponentType } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mayOpen } from '../../src/domain/access/index.ts';
import { failure, success, type AccountId, type UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { UnitSummary } from '../../src/domain/unit/index.ts';
import { createScreens, matchScreen } from '../../src/views/registry.ts';
import { CallsContext, type Calls } from '../../src/views/shared/services/calls.ts';
import { FleetContext } from '../../src/views/shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../src/views/shared/testing/fleet.ts';
import { renderScreen } from '../../src/views/shared/testing/screenWorld.tsx';
import { membership } from '../../src/views/shared/testing/world.tsx';
import { startApi, START, type TestApi } from '../support/api.ts';
import { LOOKS, addHolder } from '../support/lookers.ts';
import { fillMatrixWorld, type MatrixWorld, type Target } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// A dealer's role that sees the sub-accounts and changes nothing there opens every screen with the things of a
// sub-account and presses all that it is offered, against the real gateway: nothing of that is refused as unauthorised.

const test = withTestDatabase();
const HOLDER = 960_000;
const nothing = async () => ({ default: () => null });
const SCREENS = createScreens({ list: () => import('../../src/views/units/list/UnitListScreen.tsx'), map: nothing });
/**
 * The map needs a drawing surface; what its panels offer, their own tests ask. Roles of sub-accounts have no screen: an
 * address that somebody types is refused.
 */
const NOT_HERE = /^\/(units\/(?!list)|role\/\d)/;

/** Where things of a sub-account are acted on. */
const PRESSED = [
  '/units/list',
  '/unit/:id/view',
  '/unit/:id/edit',
  '/devices',
  ...['details', 'allocation', 'sensors', 'commands', 'log', 'tripDetector', 'fuel', 'filters', 'messages'].map(
    (tab) => `/device/:id?tab=${tab}`,
  ),
  '/device/create/:id',
  '/sim',
  '/sim/:id/view',
  '/sim/:id/edit',
  '/sim-info/:id',
];

let world: MatrixWorld;
let api: TestApi;
let own: Target;
let below: Target;
let token = '';
let units: readonly UnitSummary[] = [];

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  const targets = world.actors.find(({ username }) => username === 'dealer')?.targets;
  if (!targets?.own || !targets.child) throw new Error('The demo has no dealer.');
  own = targets.own;
  below = targets.child;
  await addHolder(test.database, own.accountId, HOLDER, LOOKS);
  api = await startApi(test.database);
  token = (await api.sessions.open(HOLDER as UserId, { remote: '192.0.2.1', userAgent: 'looks' }, START)).accessToken;
  const { data } = await api.call('getAllUnits', {}, { token, account: own.accountId });
  units = data.rows.filter(({ account_id }) => account_id === below.accountId);
}, 60_000);
afterEach(() => {
  cleanup();
  refused.length = 0;
});
afterAll(() => api.close());

let pending = 0;
/** Calls that were refused as unauthorised, with what led to them. */
const refused: string[] = [];
let doing = '';

const calls: Calls = {
  async call(method, data) {
    pending++;
    try {
      const answer = await api.call(method, data, { token, account: own.accountId });
      if (answer.error?.code === ERROR.accessRight) refused.push(`${doing}: ${method}`);
      return answer.error
        ? failure({ ...answer.error, correlationId: answer.correlationId })
        : success(answer.data as never);
    } finally {
      pending--;
    }
  },
  upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
  onChange: () => () => undefined,
};

/** Until everything that was asked is answered and drawn. */
const settled = () =>
  act(async () => {
    for (let quiet = 0; quiet < 3; quiet = pending > 0 ? 0 : quiet + 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  });

async function open(path: string): Promise<void> {
  const [place] = path.split('?');
  const found = matchScreen(SCREENS, place);
  if (!found) throw new Error(`No screen at ${path}`);
  const loaded: { default: ComponentType } = await found.screen.load();
  const fleet = fakeFleet({ units: still(unitsState(units)), now: () => START });
  await renderScreen(
    createElement(
      CallsContext,
      { value: calls },
      createElement(FleetContext, { value: fleet }, createElement(loaded.default)),
    ),
    {
      path,
      parameters: found.parameters,
      session: {
        stage: 'signedIn' as never,
        account: {
          ...membership(own.accountId, own.name, { type: own.type }),
          parent_id: own.parentId as AccountId | null,
          restrict_sub_accounts: false,
        },
        permissions: LOOKS,
      },
    },
  );
  await settled();
}

/** Ticks the rows of the sub-account, where there are some. */
async function tick(): Promise<void> {
  for (const row of document.querySelectorAll('tr')) {
    const box = row.querySelector<HTMLInputElement>('input[type=checkbox]');
    if (box && row.textContent.includes(below.marker)) fireEvent.click(box);
  }
  await settled();
}

const offered = (): HTMLButtonElement[] =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].filter(({ disabled }) => !disabled);
const linksHere = (): string[] =>
  [...document.querySelectorAll('a')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/'));

/** Presses the button, and what it opens is agreed to. */
async function press(index: number): Promise<boolean> {
  const button = offered().at(index);
  if (!button) return false;
  doing += ` > ${button.getAttribute('aria-label') ?? button.textContent}`;
  fireEvent.click(button);
  await settled();
  const dialog = document.querySelector('[role=dialog],[role=alertdialog]');
  const agreeing = [...(dialog?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled).at(-1);
  if (agreeing) fireEvent.click(agreeing);
  await settled();
  return true;
}

const paths = (): string[] =>
  SCREENS.filter((screen) => screen.layout === 'shell' && screen.access !== 'session' && mayOpen(LOOKS, screen))
    .map(({ path }) => path.replace(/:account_id/, String(below.accountId)).replace(/:\w+/, String(below.unitId)))
    .filter((path) => !NOT_HERE.test(path));

describe('a role that only looks at the sub-accounts', () => {
  it('is refused nothing by opening any screen, or what a screen links to', async () => {
    const seen = new Set<string>();
    const next = paths();
    for (let path = next.shift(); path !== undefined; path = next.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      doing = path;
      await open(path);
      const here = linksHere().filter((href) => href.includes(String(below.unitId)) && !NOT_HERE.test(href));
      next.push(...here);
      cleanup();
    }
    expect(refused).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  }, 120_000);

  it.each(PRESSED)(
    'is refused nothing of what %s offers',
    async (pattern) => {
      const path = pattern.replace(/:id/, String(below.unitId));
      await open(pattern.replace(/:id/, String(own.unitId)));
      // A list is the same list; what its rows offer shows where they are ticked.
      const inOwn = pattern.includes(':id') ? offered().length : Number.POSITIVE_INFINITY;
      cleanup();
      let index = 0;
      for (let more = true; more; index++) {
        doing = path;
        await open(path);
        await tick();
        more = await press(index);
        cleanup();
      }
      expect(refused).toEqual([]);
      // What the role may do in its own account is on the screen there.
      expect(inOwn, `${index - 1} offered in the sub-account`).toBeGreaterThanOrEqual(index - 1);
    },
    60_000,
  );
});
