import type { ReactNode } from 'react';
import type { Change } from '../../../../domain/detection/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { Badge } from '../../../../ui/index.ts';

/** Something that detection found, or did not keep, in words. */
export interface Finding {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly change: Change;
  readonly title: string;
  readonly figures: string;
  readonly reasons: readonly string[];
  /** Not kept: it missed a bound. */
  readonly faint?: boolean;
}

interface FindingListProps {
  label: string;
  findings: readonly Finding[];
  selected: string | null;
  empty: string;
  onSelect: (finding: Finding) => void;
}

const TONES = { same: 'off', moved: 'caution', added: 'normal', gone: 'critical' } as const;

/** What was found in the day with its reasons; a press goes there on chart and map. */
export function FindingList({ label, findings, selected, empty, onSelect }: FindingListProps): ReactNode {
  const { t } = useTranslation();
  if (findings.length === 0) return <p className="tuning-nothing">{empty}</p>;
  return (
    <ul className="tuning-findings" aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.key}>
          <button
            type="button"
            className="tuning-finding"
            data-kind={finding.kind}
            data-change={finding.change}
            data-faint={finding.faint}
            aria-pressed={finding.key === selected}
            onClick={() => onSelect(finding)}>
            <span className="tuning-finding-head">
              <strong>{finding.title}</strong>
              {finding.change !== 'same' && (
                <Badge tone={TONES[finding.change]}>{t(`detection.change.${finding.change}`)}</Badge>
              )}
              <span className="tuning-finding-figures">{finding.figures}</span>
            </span>
            {finding.reasons.map((reason) => (
              <span key={reason} className="tuning-reason">
                {reason}
              </span>
            ))}
          </button>
        </li>
      ))}
    </ul>
  );
}
