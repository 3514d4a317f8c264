import { EQUIPMENT, isId } from '../../../domain/base/index.ts';
import type { UnitCreationInput } from '../../../machines/unitCreation/index.ts';
import type { Address } from '../../shared/address/addressBar.ts';

/**
 * Reads the step of the wizard from an address such as `?devices=4,7&step=details`; what makes no sense is left out.
 */
export function readCreation(query: URLSearchParams): UnitCreationInput {
  const ids = (query.get('devices') ?? '').split(',').map(Number).filter(isId);
  const unitId = Number(query.get('unit'));
  return {
    deviceIds: [...new Set(ids)].slice(0, EQUIPMENT.devicesPerUnit),
    step: query.get('step') === 'details' ? 'details' : 'devices',
    unitId: isId(unitId) ? unitId : null,
  };
}

/** An address of the wizard before the unit exists: from there the details are come back to as they were typed. */
export const isInCreation = ({ path, search }: Address): boolean =>
  path === '/unit-creation' && readCreation(new URLSearchParams(search)).unitId === null;

/** The address of the step of the wizard; parameters of others stay. A unit that exists needs nothing else. */
export function writeCreation(query: URLSearchParams, { deviceIds, step, unitId }: UnitCreationInput): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string): void => (value === '' ? next.delete(name) : next.set(name, value));
  put('devices', unitId === null ? deviceIds.join(',') : '');
  put('step', unitId === null && step === 'details' ? step : '');
  put('unit', unitId === null ? '' : String(unitId));
  return next;
}
