import { object, string, type InferType } from 'yup';
import { RULE } from '../../../../base/index.ts';
import { anyOf, idsField, negatedWords, type ConditionKind, type DriverPresence } from '../kind.ts';

/** Who has to be at the unit: somebody, nobody, a key that no operator has, or one of the chosen operators. */
export const DRIVER_CHOICES = ['signedIn', 'nobody', 'unknownKey', 'operators'] as const;

export const driverFields = {
  driver: string().oneOf(DRIVER_CHOICES, 'validation.oneOf').default('signedIn'),
  operator_ids: idsField(RULE.operators),
};
const parameters = object(driverFields);
type DriverParameters = InferType<typeof parameters>;

/** Who is signed in by a key, or assigned by hand (kinds 18, 32 and 33). It lasts until another one is. */
export const driverKind: ConditionKind<DriverParameters> = {
  fields: driverFields,
  lasts: true,
  problems: ({ driver, operator_ids: ids }) =>
    driver === 'operators' && ids.length === 0 ? [{ field: 'operator_ids', message: 'validation.ruleOperators' }] : [],
  evaluate: (parameters, { driver }) => (driver === null ? null : isThere(parameters, driver)),
  /** A long rest with the ignition off signs the driver out, whether a report comes or not. */
  foresee(parameters, { driverUntil, driverThen }, foresight) {
    if (driverThen === null || !Number.isFinite(driverUntil)) return;
    foresight.at = driverUntil;
    foresight.truth = isThere(parameters, driverThen);
  },
  valueOf: null,
  words({ driver, operator_ids: ids }, isNegated, speech) {
    const { translate, nameOf } = speech;
    // Nobody is the opposite of somebody.
    const isOpposite = isNegated && (driver === 'signedIn' || driver === 'nobody');
    const said = isOpposite ? (driver === 'nobody' ? 'signedIn' : 'nobody') : driver;
    const names = ids.map((id) => nameOf('operator', id) ?? translate('rules.words.driver.gone', {}));
    const words = translate(`rules.words.driver.${said}`, { drivers: anyOf(names, speech) });
    return isOpposite ? words : negatedWords(words, isNegated, speech);
  },
};

function isThere({ driver, operator_ids: ids }: DriverParameters, found: DriverPresence): boolean {
  const isSomebody = found.hasKey || found.operators.length > 0;
  switch (driver) {
    case 'signedIn':
      return isSomebody;
    case 'nobody':
      return !isSomebody;
    case 'unknownKey':
      return found.hasKey && !found.isKnown;
    default:
      return found.operators.some((id) => ids.includes(id));
  }
}
