import { array, number, object, string } from 'yup';
import { allocationSchema, type Allocation } from '../../domain/allocation/index.ts';
import type { AuditEntry } from '../../domain/audit/index.ts';
import { EQUIPMENT, PAGE, expectedField } from '../../domain/base/index.ts';
import {
  UNIT_STATUSES,
  createUnitSchema,
  deviceIdsField,
  unitIdField,
  updateUnitSchema,
  type UnitDetails,
  type UnitSummary,
} from '../../domain/unit/index.ts';
import type { Sensor } from '../../domain/sensor/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const unit = methodOf('unit-service');
const positive = number().integer().positive();
const ofUnit = object({ unit_id: unitIdField });
const unitIds = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');

/** unit-service: the tracked assets, and who holds them. */
export const unitMethods = {
  getUnitList: unit<Page<UnitSummary>>()({
    summary: 'Units of the account and its permitted descendants, and those allocated to them now, a page at a time.',
    access: { resource: 'units', action: 'r' },
    request: pageRequest.shape({
      filters: object({
        kind: string().max(20),
        status: string().max(20),
        account_id: positive,
        label: string().max(40),
        device_model: string().max(50),
        allocation: string().oneOf(['', 'own', 'allocated']),
      }).default({}),
    }),
  }),
  getAllUnits: unit<{ rows: UnitSummary[] }>()({
    summary:
      'The same units for who needs every one: those with an id above `after`, by id. Fewer than `limit`: there are no more.',
    access: { resource: 'units', action: 'r' },
    request: object({
      after: number().integer().min(0).default(0),
      limit: number().integer().min(1).max(PAGE.maximumLimit).default(PAGE.maximumLimit),
    }),
  }),
  getUnit: unit<UnitDetails>()({
    summary: 'One unit with its devices, sensors and settings.',
    access: { resource: 'units', action: 'r' },
    request: ofUnit,
  }),
  getUnitSensors: unit<{ units: { unit_id: number; sensors: Sensor[] }[] }>()({
    summary: 'Visible sensors of units, and those that they refer to, for live values beside them.',
    access: { resource: 'units', action: 'r' },
    request: object({ unit_ids: unitIds }),
  }),
  createUnit: unit<UnitDetails>()({
    summary: 'Creates a unit from one or more devices, in the account or in one below that `account_id` names.',
    access: { resource: 'units', action: 'a' },
    request: createUnitSchema.shape({ account_id: positive }),
    quiet: false,
  }),
  updateUnit: unit<UnitDetails>()({
    summary: 'Changes a unit; what is not there stays as it is.',
    access: { resource: 'units', action: 'u' },
    request: updateUnitSchema.concat(ofUnit).shape({ expected: expectedField }),
    quiet: false,
  }),
  updateUnitStatus: unit<BulkReply>()({
    summary: 'Gives units another status.',
    access: { resource: 'units', action: 'u' },
    request: object({
      unit_ids: unitIds,
      status: string().oneOf(UNIT_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
    quiet: false,
  }),
  updateUnitLabels: unit<BulkReply>()({
    summary: 'Adds and takes away labels of units.',
    access: { resource: 'units', action: 'u' },
    request: object({
      unit_ids: unitIds,
      add: array(string().required().max(40)).max(EQUIPMENT.labels).default([]),
      remove: array(string().required().max(40)).max(EQUIPMENT.labels).default([]),
    }),
    quiet: false,
  }),
  deleteUnits: unit<BulkReply>()({
    summary: 'Deletes units; their devices are free again.',
    access: { resource: 'units', action: 'd' },
    request: object({ unit_ids: unitIds }),
    quiet: false,
  }),
  allocateUnit: unit<Allocation>()({
    summary: 'Gives a unit with its devices to an account below for a span of time.',
    access: { resource: 'account_units', action: 'a' },
    request: allocationSchema.shape({ unit_id: unitIdField, device_ids: deviceIdsField }),
    quiet: false,
  }),
  allocateUnits: unit<BulkReply>()({
    summary: 'Gives units with all their devices to an account below for a span of time.',
    access: { resource: 'account_units', action: 'a' },
    request: allocationSchema.shape({ unit_ids: unitIds }),
    quiet: false,
  }),
  endUnitAllocation: unit<Allocation>()({
    summary:
      'Ends an allocation of a unit now; one that has not begun is taken back, which needs `account_units: d` too.',
    access: { resource: 'account_units', action: 'u' },
    request: object({ allocation_id: positive.required('validation.required') }),
    quiet: false,
  }),
  getUnitAllocations: unit<Page<Allocation>>()({
    summary: 'Who held the unit when; an account that held it sees its own spans.',
    access: { resource: 'account_units', action: 'r' },
    request: pageRequest.concat(ofUnit),
  }),
  getUnitActivity: unit<Page<AuditEntry>>()({
    summary: 'What people did to the unit and its devices, newest first.',
    access: { resource: 'units', action: 'sa' },
    request: pageRequest.concat(ofUnit),
  }),
};
