import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AccountId, UnitId } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { StackFan } from './StackFan.tsx';

afterEach(cleanup);

const unit = (id: number): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: `Van ${id}`,
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: '',
  allocated_to: null,
  drivers: [],
  location: null,
});
const units = [10, 2, 1].map(unit);
const fleet = fakeFleet({ units: still(unitsState(units)) });

async function open(unitIds = [10, 2, 1]) {
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const stack = { unitIds, x: 400, y: 300, width: 800, height: 600 };
  await renderScreen(
    <FleetContext value={fleet}>
      <StackFan stack={stack} onChoose={onChoose} onClose={onClose} />
    </FleetContext>,
    { path: '/units/map' },
  );
  const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
  return { onChoose, onClose, press, focused: () => document.activeElement?.textContent };
}

it('lays the units out by name, numbers as numbers, and keys go in that order', async () => {
  const { press, focused } = await open();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Van 1', 'Van 2', 'Van 10']);
  expect(focused()).toBe('Van 1');
  press('ArrowRight');
  expect(focused()).toBe('Van 2');
  press('End');
  expect(focused()).toBe('Van 10');
  press('ArrowDown');
  expect(focused()).toBe('Van 1');
  press('ArrowUp');
  press('Home');
  expect(focused()).toBe('Van 1');
});

it('chooses what is pressed, adds it with a key held, and gathers with Escape', async () => {
  const { onChoose, onClose, press } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Van 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Van 10' }), { ctrlKey: true });
  expect(onChoose.mock.calls).toEqual([
    [2, false],
    [10, true],
  ]);
  press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});
