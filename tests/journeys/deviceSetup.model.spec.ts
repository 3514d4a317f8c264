import { LIST_OF_UNITS } from '../../models/browserVisit.ts';
import { createBrowserSetup } from '../../models/deviceSetup.browser.ts';
import { MODELS } from '../../models/models.ts';
import { testTour } from '../support/modelJourneys.ts';

testTour({ model: MODELS.deviceSetup, as: 'dealer', drive: createBrowserSetup });
testTour({
  model: MODELS.deviceSetup,
  as: 'consumer',
  drive: (page, baseUrl) => createBrowserSetup(page, baseUrl, LIST_OF_UNITS),
});
