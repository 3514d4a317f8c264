import { MODELS } from '../../models/models.ts';
import { acceptsInBrowser, createBrowserSession, DEMO_PEOPLE } from '../../models/session.browser.ts';
import { testTour } from '../support/modelJourneys.ts';

testTour({
  model: MODELS.session,
  viewport: { width: 640, height: 480 },
  accepts: acceptsInBrowser,
  // A dealer lands on the list: the tour is about the session, and a drawn map would only take time.
  drive: (page, baseUrl) => createBrowserSession(page, baseUrl, { ...DEMO_PEOPLE, one: 'dealer' }),
});
