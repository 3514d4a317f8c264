import { useMemo, type ReactNode } from 'react';
import { PAGE } from '../../domain/base/index.ts';
import type { Operator } from '../../domain/operator/index.ts';
import { nameCollator, unitsByName } from '../../domain/unit/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ComboBox } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useSession } from '../shared/services/session.ts';
import { useStore } from '../shared/services/store.ts';

const NOTHING = '0';

interface LinkFieldProps {
  readonly name: 'unit_id' | 'user_id';
  readonly none: string;
  readonly hint: string;
  readonly options: readonly { value: string; label: string; note?: string }[];
}

/** A link to one of many, or to none. */
function LinkField({ name, none, hint, options }: LinkFieldProps): ReactNode {
  const { t } = useTranslation();
  const label = t(`operators.columns.${name}`);
  const field = useFormField<number | null>(name, label);
  return (
    <ComboBox
      label={label}
      options={[{ value: NOTHING, label: none }, ...options]}
      value={String(field.value ?? NOTHING)}
      error={field.error}
      hint={hint}
      onChange={(id) => field.onChange(id === NOTHING ? null : Number(id))}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}

/** The unit that the operator usually drives. */
export function UnitOfOperator(): ReactNode {
  const { t, i18n } = useTranslation();
  const { units } = useStore(useFleet().units);
  const options = useMemo(
    () =>
      units
        .toSorted(unitsByName(nameCollator(i18n.language)))
        .map((unit) => ({ value: String(unit.unit_id), label: unit.name, note: unit.identifiers.join(', ') })),
    [units, i18n.language],
  );
  return <LinkField name="unit_id" none={t('operators.noUnit')} hint={t('operators.unitHint')} options={options} />;
}

/** The login by which the operator signs in; whoever may not see the account's users keeps the one that is there. */
export function UserOfOperator({ saved }: { saved: Operator | null }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayRead = can({ resource: 'user', action: 'r' });
  const users = useAnswer('getUsersList', mayRead ? { page: 1, limit: PAGE.maximumLimit } : null, ['user']);
  const options = useMemo(() => {
    const known = (users.value?.rows ?? []).map(({ user_id, first_name, last_name, username, email }) => ({
      value: String(user_id),
      label: `${first_name} ${last_name}`.trim() || username,
      note: email,
    }));
    const linked = saved?.user_id ?? null;
    return linked === null || known.some(({ value }) => value === String(linked))
      ? known
      : [{ value: String(linked), label: saved?.user_name ?? '' }, ...known];
  }, [users.value, saved]);
  return <LinkField name="user_id" none={t('operators.noUser')} hint={t('operators.userHint')} options={options} />;
}
