import { createBrowserSetup, LIST_OF_UNITS } from '../../models/deviceSetup.browser.ts';
import { deviceSetupModel } from '../../models/deviceSetup.model.ts';
import { testWizard } from '../support/modelJourneys.ts';

testWizard({ name: 'device setup model', model: deviceSetupModel, drive: createBrowserSetup });
testWizard({
  name: 'device setup model',
  model: deviceSetupModel,
  as: 'consumer',
  drive: (page, baseUrl) => createBrowserSetup(page, baseUrl, LIST_OF_UNITS),
});
