import type { ReactNode } from 'react';
import type { Need } from '../../../domain/access/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useMayIn, type Owned } from '../services/mayIn.ts';
import { useSession } from '../services/session.ts';

/** What may be done to selected rows: an action that does not reach all of them is not offered, and a note says why. */
export function useBulkReach<Name extends string>(
  rows: readonly Owned[],
  acts: Readonly<Record<Name, Need>>,
): { readonly may: Readonly<Record<Name, boolean>>; readonly beyondReach: ReactNode } {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayIn = useMayIn();
  const needs = Object.entries<Need>(acts);
  const may = Object.fromEntries(needs.map(([name, need]) => [name, rows.every((row) => mayIn(row, need))])) as Record<
    Name,
    boolean
  >;
  const isShort = needs.some(([name, need]) => can(need) && !may[name as Name]);
  return { may, beyondReach: isShort ? <span className="dim">{t('list.beyondReach')}</span> : null };
}
