import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, toIso, type AccountId, type Instant, type UnitId } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import type { NearUnit, Visit } from '../../../domain/visit/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import { NearInPast } from './NearInPast.tsx';
import { PastOfPoint } from './PastOfPoint.tsx';

afterEach(cleanup);

const POINT = { latitude: 59.4, longitude: 24.7, name: '' };
const VAN: UnitSummary = {
  unit_id: 7 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 7',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
};
const fleet = fakeFleet({ units: still(unitsState([VAN])), now: () => WORLD_NOW });
const near: NearUnit = {
  unit_id: 7 as UnitId,
  distance: 42,
  time: toIso(WORLD_NOW - HOUR),
  speed: 30,
  latitude: 59.401,
  longitude: 24.701,
  reported_at: toIso(WORLD_NOW - 2 * HOUR),
};

describe('who was near a point at a time', () => {
  it('is asked for again with another time, span and radius, and goes to where a unit was', async () => {
    const setOutline = vi.fn<FleetMap['setOutline']>();
    const onMoment = vi.fn<(unitId: number, instant: Instant, place: Place) => void>();
    const { server } = await renderScreen(
      <FleetContext value={fleet}>
        <NearInPast map={{ setOutline } as never} point={POINT} selected={[]} onMoment={onMoment} />
      </FleetContext>,
      {
        path: '/units/map',
        session: { permissions: { units: ['r', 'sh'] } },
        answers: { findUnitsNear: { units: [near] } },
      },
    );
    const line = await screen.findByRole('button', { name: /Van 7/ });
    expect(line.textContent).toContain('42 m away');
    expect(line.textContent).toContain('position reported');
    fireEvent.click(line);
    expect(onMoment).toHaveBeenCalledWith(7, WORLD_NOW - HOUR, { longitude: 24.701, latitude: 59.401 });
    expect(setOutline.mock.lastCall?.[0]).toMatchObject({ type: 'circle' });
    fireEvent.change(screen.getByLabelText('Before and after'), { target: { value: '60' } });
    fireEvent.change(screen.getByLabelText('Radius'), { target: { value: '900' } });
    await waitFor(() =>
      expect(server.of('findUnitsNear').at(-1)).toMatchObject({ span: (60 * MINUTE) / 1_000, radius: 900 }),
    );
  });

  it('says that no unit was', async () => {
    await renderScreen(
      <FleetContext value={fleet}>
        <NearInPast map={null} point={POINT} selected={[]} onMoment={() => undefined} />
      </FleetContext>,
      {
        path: '/units/map',
        session: { permissions: { units: ['r', 'sh'] } },
        answers: { findUnitsNear: { units: [] } },
      },
    );
    expect(await screen.findByText('No one was nearby')).toBeTruthy();
  });
});

describe('the past of a point', () => {
  const visit: Visit = {
    unit_id: 7 as UnitId,
    entered_at: toIso(WORLD_NOW - HOUR),
    left_at: null,
    entered_before: false,
    last_at: toIso(WORLD_NOW),
    duration: 600,
    distance: 1_200,
    max_speed: 50,
    mean_speed: 7.2,
    longest_gap: 60,
    fixes: 12,
  };
  const show = async (last: Visit | null, permissions: readonly ('r' | 'sh')[] = ['r', 'sh']) => {
    const onVisit = vi.fn<(visit: Visit) => void>();
    const onPast = vi.fn<(isPast: boolean) => void>();
    await renderScreen(
      <FleetContext value={fleet}>
        <PastOfPoint point={POINT} selected={[7]} isPast={false} {...{ onVisit, onPast }} onLeave={() => undefined} />
      </FleetContext>,
      {
        path: '/units/map',
        session: { permissions: { units: permissions } },
        answers: { findLastVisit: { visit: last } },
      },
    );
    return { onVisit, onPast };
  };

  it('says when the selected unit was last there, and plays it', async () => {
    const { onVisit, onPast } = await show(visit);
    fireEvent.click(screen.getByRole('button', { name: 'When was Van 7 last here?' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Show and play this visit' }));
    expect(onVisit).toHaveBeenCalledWith(visit);
    fireEvent.click(screen.getByRole('button', { name: 'Who was nearby?' }));
    expect(onPast).toHaveBeenCalledWith(true);
  });

  it('says that it never was, and is not offered to who may not see the past', async () => {
    await show(null);
    fireEvent.click(screen.getByRole('button', { name: 'When was Van 7 last here?' }));
    expect(await screen.findByText('Van 7 was never here.')).toBeTruthy();
    cleanup();
    await show(null, ['r']);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
