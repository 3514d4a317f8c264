import { createBrowserCreation } from '../../models/unitCreation.browser.ts';
import { unitCreationModel } from '../../models/unitCreation.model.ts';
import { sendPosition } from '../support/app.ts';
import { testWizard } from '../support/modelJourneys.ts';

for (const as of ['dealer', 'consumer']) {
  testWizard({
    name: 'unit creation model',
    model: unitCreationModel,
    as,
    landing: '/units/list',
    drive: (page, baseUrl) =>
      createBrowserCreation({ page, baseUrl, report: (identifier) => sendPosition(identifier, 48.1, 11.5) }),
  });
}
