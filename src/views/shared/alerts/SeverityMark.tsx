import type { ReactNode } from 'react';
import type { Severity } from '../../../domain/alert/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { StatusChip, type StatusShape, type StatusTone } from '../../../ui/index.ts';

const LOOKS: Readonly<Record<Severity, { tone: StatusTone; shape: StatusShape }>> = {
  info: { tone: 'info', shape: 'hollow' },
  warning: { tone: 'caution', shape: 'square' },
  critical: { tone: 'critical', shape: 'disc' },
};

/** How bad it is, by colour, shape and word. */
export function SeverityMark({ severity }: { severity: Severity }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip {...LOOKS[severity]} plain>
      {t(`alerts.filters.severity.${severity}`)}
    </StatusChip>
  );
}
