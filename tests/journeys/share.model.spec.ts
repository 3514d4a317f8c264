import { expect, type BrowserContext, type Page } from 'playwright/test';
import { MODELS } from '../../models/models.ts';
import { HOUR, toIso } from '../../src/domain/base/index.ts';
import { goTo, openAgain, sendPosition } from '../support/app.ts';
import { testTour } from '../support/modelJourneys.ts';
import { callAs, createUnit, type PageCall } from '../support/pageCalls.ts';

const GONE = 'This link does not work';
const USED = 'This link was already used';

// The window of the account that makes links, and a private one of whoever gets them.
testTour({
  model: MODELS.share,
  as: 'consumer',
  landing: '/profile',
  // Beginning and ending by the clock are walked on the server (tests/conformance/shareModel.test.ts).
  accepts: (event) => event !== 'begins' && event !== 'ends',
  drive(page) {
    let call: PageCall;
    let unitId = 0;
    let visitor: Page | null = null;
    let name = '';
    let link = '';
    let limited = false;
    let recipients: BrowserContext | undefined;
    /** Each is another visit, which its tab alone knows of. */
    const privateWindow = async (): Promise<Page> => {
      recipients ??= await page
        .context()
        .browser()!
        .newContext({ viewport: { width: 390, height: 844 } });
      return recipients.newPage();
    };
    const heading = (window: Page, text: string): Promise<void> =>
      expect(window.getByRole('heading', { name: text, exact: true })).toBeVisible();
    const create = (opens: string | null) => async (): Promise<void> => {
      limited = opens !== null;
      await goTo(page, `/unit/${unitId}/view`);
      await page.getByRole('button', { name: 'Share location' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share location' });
      await dialog.getByRole('textbox', { name: /Name for the recipients/ }).fill(name);
      if (opens !== null) await dialog.getByLabel('Times it can be opened').fill(opens);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      link = (await dialog.getByRole('region', { name: 'Link', exact: true }).getByRole('link').textContent()) ?? '';
    };
    const row = () => page.getByRole('row').filter({ hasText: name });
    /** The list does not follow how often a link is opened. */
    const openList = (): Promise<void> => openAgain(page, `/shares?search=${encodeURIComponent(name)}`);
    const listed = (state: string) => async (): Promise<void> => {
      await openList();
      await expect(row()).toContainText(state);
    };
    return {
      async start() {},
      async restart() {
        if (call === undefined) {
          call = await callAs(page);
          const identifier = `SM${Date.now() % 1e9}`;
          ({ unitId } = await createUnit(call, identifier));
          await expect(async () => expect(await sendPosition(identifier, 51.5, -0.1)).toBe(200)).toPass();
        }
        await visitor?.close();
        visitor = await privateWindow();
        name = `Tour ${Date.now() % 1e8}`;
      },
      acts: {
        create: create(null),
        'create.limited': create('1'),
        async 'create.dated'() {
          const now = Date.now();
          const dates = { from: toIso(now + HOUR), to: toIso(now + 2 * HOUR) };
          const { url: made } = await call('share-service', 'createShare', { name, unit_ids: [unitId], ...dates });
          link = String(made);
        },
        open: async () => void (await visitor?.goto(link)),
        async 'open.again'() {
          const second = await privateWindow();
          await second.goto(link);
          await heading(second, limited ? USED : name);
          await second.close();
        },
        reload: async () => void (await visitor?.reload()),
        async revoke() {
          await openList();
          await row()
            .getByRole('button', { name: `Revoke ${name}` })
            .click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
          await expect(row()).toContainText('Revoked');
        },
      },
      looks: {
        none: () => undefined,
        async upcoming() {
          await listed('Upcoming')();
          if (visitor?.url().includes('/location/')) await heading(visitor, 'Not shared yet');
        },
        running: listed('Active'),
        limited: listed('opened 0 of 1'),
        async opened() {
          await heading(visitor as Page, name);
          await expect((visitor as Page).getByRole('listitem')).toHaveCount(1);
        },
        async usedUp() {
          await heading(visitor as Page, name);
          await listed('opened 1 of 1')();
        },
        /** The page open in the private window ends by itself. */
        async revoked() {
          if (!visitor?.url().startsWith('http')) return;
          // The countdown asks once a minute only.
          if (visitor.url().includes('/location/upcoming')) await visitor.reload();
          await heading(visitor, GONE);
        },
      },
    };
  },
});
