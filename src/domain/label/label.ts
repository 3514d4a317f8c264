import { object, string } from 'yup';
import { LENGTH, optionalText, requiredText } from '../base/index.ts';
import { defineEntity, joined } from '../entity/index.ts';
import { LABEL_COLOURS } from './colours.ts';
import { LABEL_SITE } from './registry.ts';

/** The form of a group; `kinds` are those of the things that may be in one. */
const labelSchema = <Kind extends string>(kinds: readonly Kind[]) =>
  object({
    name: requiredText(LENGTH.label),
    /** What is in it: one list of things. It stays as the group is created. */
    kind: string<Kind>().oneOf(kinds, 'validation.oneOf').required('validation.required'),
    colour: string().oneOf(LABEL_COLOURS, 'validation.oneOf').default('gray'),
    description: optionalText(LENGTH.description),
  });

/**
 * Groups, which the contract calls labels: things of one kind in one account under a name. A thing has the names of its
 * groups in its field `labels`.
 *
 * @param kinds of things that have labels
 * @param follows subjects of such things: their events change how many there are in a group
 */
export const defineLabels = <const Kind extends string>(kinds: readonly Kind[], follows: readonly string[]) =>
  defineEntity({
    ...LABEL_SITE,
    called: ['group', 'groups'],
    service: 'label-service',
    schema: labelSchema(kinds),
    joined: joined<{ members: number }>(),
    title: 'name',
    unique: { name: 'server.labelNameTaken' },
    searched: ['name', 'description'],
    found: { by: ['name'], detail: 'kind' },
    filters: { kind: kinds },
    columns: {
      name: 'name',
      kind: 'name',
      members: 'number',
      description: 'text',
      account_name: 'name',
      created_at: 'time',
    },
    hidden: ['created_at'],
    follows,
  });
