import type { ReactNode } from 'react';
import { useTranslation } from '../../../../i18n/index.ts';

export interface Total {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Figures of the day by the saved and by the edited settings; where they differ both are shown. */
export function Totals({ totals }: { totals: readonly Total[] }): ReactNode {
  const { t } = useTranslation();
  const hidden = (key: 'before' | 'after'): ReactNode => (
    <span className="visually-hidden">{`${t(`detection.tuning.${key}`)}: `}</span>
  );
  return (
    <dl className="tuning-totals">
      {totals.map(({ label, before, after }) => (
        <div key={label} className="tuning-total" data-differs={before !== after}>
          <dt>{label}</dt>
          <dd>
            {before !== after && (
              <span className="tuning-was">
                {hidden('before')}
                <bdi>{before}</bdi>
                <span className="tuning-arrow" aria-hidden="true">
                  →
                </span>{' '}
              </span>
            )}
            <strong>
              {before !== after && hidden('after')}
              <bdi>{after}</bdi>
            </strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
