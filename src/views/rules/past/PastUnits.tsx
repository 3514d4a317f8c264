import { useState, type CSSProperties, type ReactNode } from 'react';
import type { PastSummary } from '../../../domain/backtest/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useUnitName } from './useUnitName.ts';

/** Units that are listed before one asks for more. */
const SHOWN = 8;

/** The units that the rule fires at most, with the counts of before the edit beside. */
export function PastUnits({ edited, saved }: { edited: PastSummary; saved: PastSummary | null }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameOf = useUnitName();
  const [isAll, setIsAll] = useState(false);
  const before = new Map(saved?.byUnit.map(({ unitId, count }) => [unitId, count]));
  const rows = [
    ...edited.byUnit,
    ...(saved?.byUnit.filter(({ unitId }) => !edited.byUnit.some((unit) => unit.unitId === unitId)) ?? []).map(
      ({ unitId }) => ({ unitId, count: 0 }),
    ),
  ];
  const most = Math.max(1, ...rows.map(({ unitId, count }) => Math.max(count, before.get(unitId) ?? 0)));
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return (
    <section className="rule-past-units">
      <h3 className="rule-past-title">{t('rules.past.byUnit')}</h3>
      <ol className="rule-past-bars">
        {shown.map(({ unitId, count }) => (
          <li key={unitId}>
            <bdi className="rule-past-name">{nameOf(unitId)}</bdi>
            <span className="rule-past-bar" style={{ '--share': count / most } as CSSProperties} aria-hidden="true" />
            <span className="figures">
              {saved === null
                ? formats.number(count)
                : t('rules.past.beforeAfter', { before: before.get(unitId) ?? 0, after: count })}
            </span>
          </li>
        ))}
      </ol>
      {rows.length > SHOWN && (
        <Button size="compact" variant="quiet" onPress={() => setIsAll(!isAll)}>
          {isAll ? t('rules.past.fewer') : t('rules.past.moreUnits', { count: rows.length - SHOWN })}
        </Button>
      )}
    </section>
  );
}
