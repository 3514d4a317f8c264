import { array, boolean, number, object, type InferType } from 'yup';
import { LENGTH, OPERATOR, labelsField, optionalText, requiredText } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { emailField, mobileField } from '../user/index.ts';
import { OPERATOR_SITE } from './registry.ts';

const idField = number()
  .integer('validation.integer')
  .positive('validation.invalid')
  .typeError('validation.invalid')
  .nullable()
  .default(null);

const operatorSchema = object({
  name: requiredText(LENGTH.personName),
  /** Personnel number, or the key that trackers report; compared with its case. Empty when not given. */
  code: optionalText(LENGTH.operatorCode),
  /** Further keys: a second card, the tag that replaced a lost one. */
  keys: array(requiredText(LENGTH.operatorCode)).max(OPERATOR.keys, 'validation.maxItems').default([]),
  email: emailField.default(''),
  mobile: mobileField,
  labels: labelsField,
  /** A login of the account. */
  user_id: idField,
  /** The unit that this operator usually drives: offered first when assigning. */
  unit_id: idField,
  /** May be assigned to several units at the same time. */
  several_units: boolean().default(false),
});
export type OperatorForm = InferType<typeof operatorSchema>;

/** What an operator is linked with. */
interface OperatorLinks {
  user_name: string;
  unit_name: string;
}

/** Operators: the people who drive units. */
export const operators = defineEntity({
  ...OPERATOR_SITE,
  called: ['operator', 'operators'],
  service: 'operator-service',
  schema: operatorSchema,
  joined: joined<OperatorLinks>(),
  title: 'name',
  unique: { code: 'server.operatorCodeTaken' },
  searched: ['name', 'code', 'email', 'mobile'],
  found: { by: ['name', 'code', 'email', 'mobile'], detail: 'code' },
  columns: {
    name: 'name',
    code: 'code',
    mobile: 'code',
    email: 'code',
    unit_name: 'name',
    user_name: 'name',
    keys: 'labels',
    labels: 'labels',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['keys', 'user_name', 'created_at'],
  follows: ['unit', 'user'],
});
export type Operator = RowOf<typeof operators>;
