import { createBrowserSetup } from '../../models/deviceSetup.browser.ts';
import { deviceSetupModel } from '../../models/deviceSetup.model.ts';
import { testWizard } from '../support/modelJourneys.ts';

testWizard({ name: 'device setup model', model: deviceSetupModel, drive: createBrowserSetup });
