import { array, number, object, string } from 'yup';
import { EQUIPMENT, labelsField } from '../../domain/base/index.ts';
import { LABELLED } from '../../domain/entities/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const label = methodOf('label-service');
const positive = number().integer().positive();
const ofLabel = object({ label_id: positive.required('validation.required') });
const ids = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');
const change = {
  access: { resource: 'label', action: 'u' },
  request: ofLabel.shape({ member_ids: ids }),
  quiet: false,
} as const;

/** A thing that is in a group, or may be. */
export interface LabelMember {
  readonly id: number;
  readonly name: string;
  /** What else it is known by; may be empty. */
  readonly detail: string;
  readonly member: boolean;
}

/** label-service: who is in a group. Groups themselves derive from their definition. */
export const labelMethods = {
  getLabelMembers: label<Page<LabelMember>>()({
    summary:
      "Things of the group's kind in its account, a page at a time: its members, those that are not, or all. Takes the permission to read such things as well.",
    access: { resource: 'label', action: 'r' },
    request: pageRequest
      .concat(ofLabel)
      .shape({ filters: object({ member: string().oneOf(['', 'yes', 'no'], 'validation.oneOf') }).default({}) }),
  }),
  addLabelMembers: label<BulkReply>()({
    summary: 'Puts things of its kind and account in a group. Takes the permission to read such things as well.',
    ...change,
  }),
  removeLabelMembers: label<BulkReply>()({
    summary: 'Takes things out of a group. Takes the permission to read such things as well.',
    ...change,
  }),
  changeLabels: label<BulkReply>()({
    summary:
      'Puts things of a list in groups and takes them out of others, by the names of the groups; a name that no group has makes one. Takes the permission to change such things.',
    access: 'session',
    request: object({
      of: string().oneOf(LABELLED, 'validation.oneOf').required('validation.required'),
      ids,
      add: labelsField,
      remove: labelsField,
    }),
    quiet: false,
  }),
};
