import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT } from '../../../../tests/support/forms/screens.tsx';
import { DocumentForm } from '../../../../tests/support/forms/inDocument.ts';
import { renamedUnit } from '../../../../tests/support/forms/things.ts';
import type { Action } from '../../../domain/access/index.ts';
import { plainUnit } from '../../../domain/unit/index.ts';
import { parkedAt } from '../../../map/testing/fakeFleet.ts';
import { createFleet } from '../../../streams/pipeline/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW, refusal } from '../../shared/testing/services.ts';
import { UnitDetail } from './UnitDetail.tsx';

afterEach(cleanup);

const YARD = { latitude: 55.5, longitude: 49.25 };

async function show(
  prepare: (fleet: ReturnType<typeof createFleet>, slot: number) => void,
  { may = ['r'], renamed = [] }: { may?: readonly Action[]; renamed?: unknown[] } = {},
) {
  const fleet = createFleet({ epoch: WORLD_NOW });
  fleet.showHandPlaces(true);
  prepare(fleet, fleet.ensure(1));
  const services = fakeFleet({
    fleet,
    units: still(unitsState([{ ...plainUnit(1, 'Van'), account_id: 1 as never }])),
    async renameUnit(...given) {
      renamed.push(given);
      return { ok: false, ...refusal('99', 'Refused.') };
    },
  });
  return renderScreen(
    <FleetContext value={services}>
      <UnitDetail unitId={1} following={false} onFollow={() => undefined} onClose={() => undefined} />
    </FleetContext>,
    {
      session: { permissions: { units: may }, account: ACCOUNT },
      answers: { getAddresses: { addresses: ['Kazan Yard'], pending: [] }, getUnitSensors: { units: [] } },
    },
  );
}

it('the card of a unit that was put by hand and has not reported says so, with the place and its address', async () => {
  await show((fleet, slot) => fleet.setHandPlace(slot, YARD));
  const card = screen.getByRole('region', { name: 'Unit details' });
  expect(card.textContent).toContain('Never reported');
  expect(card.textContent).toContain('55.50000, 49.25000');
  expect(screen.getByText('Set by hand')).toBeTruthy();
  expect(card.textContent).not.toContain('do not have position co-ordinates');
  await waitFor(() => expect(card.textContent).toContain('Kazan Yard'));
});

it('the card of a unit that has reported shows the report', async () => {
  await show((fleet, slot) => {
    fleet.setHandPlace(slot, YARD);
    fleet.report(slot, { ...parkedAt(11.5, 48.1), time: WORLD_NOW }, WORLD_NOW, 0);
  });
  expect(screen.getByText('48.10000, 11.50000')).toBeTruthy();
  expect(screen.queryByText('Set by hand')).toBeNull();
});

it('the card of a unit that has neither says that it has no position', async () => {
  await show(() => undefined);
  expect(screen.getByRole('region', { name: 'Unit details' }).textContent).toContain(
    'Van unit do not have position co-ordinates',
  );
});

it('the card of a unit is not given a wrong name', async () => {
  const renamed: unknown[] = [];
  await show(() => undefined, { may: ['r', 'u'], renamed });
  fireEvent.click(screen.getByRole('button', { name: 'Rename unit' }));
  await new DocumentForm(renamedUnit('Renamed'), {
    sent: () => renamed,
    within: () => screen.getByRole('form', { name: 'Rename unit' }),
  }).spoil();
});
