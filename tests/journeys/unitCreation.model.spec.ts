import { MODELS } from '../../models/models.ts';
import { createBrowserCreation } from '../../models/unitCreation.browser.ts';
import { sendPosition } from '../support/app.ts';
import { testTour } from '../support/modelJourneys.ts';

for (const as of ['dealer', 'consumer']) {
  testTour({
    model: MODELS.unitCreation,
    as,
    landing: '/units/list',
    drive: (page, baseUrl) =>
      createBrowserCreation({ page, baseUrl, report: (identifier) => sendPosition(identifier, 48.1, 11.5) }),
  });
}
