import { array, number, object, string } from 'yup';
import { EQUIPMENT, expectedField } from '../../domain/base/index.ts';
import { SIM_STATUSES, simSchema, updateSimSchema, type Sim } from '../../domain/sim/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const sim = methodOf('sim-service');
const positive = number().integer().positive();
const simId = object({ sim_id: positive.required('validation.required') });
const simIds = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');

/** sim-service: SIM cards and the devices that they sit in. */
export const simMethods = {
  getSimList: sim<Page<Sim>>()({
    summary: 'SIM cards of the account and its permitted descendants, a page at a time.',
    access: { resource: 'sims', action: 'r' },
    request: pageRequest.shape({
      filters: object({
        status: string().max(20),
        account_id: positive,
        label: string().max(40),
        use: string().oneOf(['', 'free', 'used']),
      }).default({}),
    }),
  }),
  getSim: sim<Sim>()({ summary: 'One SIM card.', access: { resource: 'sims', action: 'r' }, request: simId }),
  createSim: sim<Sim>()({
    summary: 'Adds a SIM card to the account, or to one below that `account_id` names.',
    access: { resource: 'sims', action: 'a' },
    request: simSchema.shape({ account_id: positive }),
    quiet: false,
  }),
  updateSim: sim<Sim>()({
    summary: 'Changes a SIM card.',
    access: { resource: 'sims', action: 'u' },
    request: updateSimSchema.concat(simId).shape({ expected: expectedField }),
    quiet: false,
  }),
  updateSimStatus: sim<BulkReply>()({
    summary: 'Gives SIM cards another status.',
    access: { resource: 'sims', action: 'u' },
    request: object({
      sim_ids: simIds,
      status: string().oneOf(SIM_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
    quiet: false,
  }),
  deleteSims: sim<BulkReply>()({
    summary: 'Deletes SIM cards; a device that names the number keeps it.',
    access: { resource: 'sims', action: 'd' },
    request: object({ sim_ids: simIds }),
    quiet: false,
  }),
};
