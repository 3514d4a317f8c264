import { MODELS } from '../../models/models.ts';
import { createBrowserCreation } from '../../models/unitCreation.browser.ts';
import { sendPosition } from '../support/app.ts';
import { test } from '../support/journey.ts';
import { testTour, type ModelJourney } from '../support/modelJourneys.ts';

const journey: ModelJourney = {
  model: MODELS.unitCreation,
  landing: '/units/list',
  drive: (page, baseUrl) =>
    createBrowserCreation({ page, baseUrl, report: (identifier) => sendPosition(identifier, 48.1, 11.5) }),
};
// These come last: one after the other, the second would be walked with nothing beside it.
test.describe.configure({ mode: 'parallel' });

testTour({ ...journey, as: 'dealer' });
testTour({ ...journey, as: 'consumer' });
