import type { ReactNode } from 'react';
import type { Instant } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ListExport } from '../shared/list/ListExport.tsx';
import { secondsOf, type DutyDay, type DutyLine } from './dutyDays.ts';

/** Drives and rests as CSV, oldest first. */
export function DutyExport({ days, now }: { days: readonly DutyDay[]; now: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const lines = days.flatMap(({ lines: own }) => own).toReversed();
  const drive = (line: DutyLine) => (line.kind === 'drive' ? line.drive : null);
  const time = (instant: Instant | null): string => (instant === null ? '' : formats.preciseTime(instant));
  return (
    <ListExport<DutyLine>
      id="operator-timeline"
      isDisabled={lines.length === 0}
      columns={[
        { header: t('operators.timeline.kind'), text: ({ kind }) => t(`operators.timeline.${kind}`) },
        { header: t('operators.timeline.unit'), text: (line) => drive(line)?.unit_name ?? '' },
        { header: t('operators.timeline.start'), text: ({ start }) => time(start) },
        { header: t('operators.timeline.end'), text: ({ end }) => time(end) },
        { header: t('operators.timeline.seconds'), text: (line) => String(secondsOf(line, now)) },
        { header: t('operators.timeline.drivingSeconds'), text: (line) => String(drive(line)?.driving ?? '') },
        { header: t('operators.timeline.metres'), text: (line) => String(drive(line)?.distance ?? '') },
      ]}
      rows={async () => ({ rows: lines, total: lines.length })}
    />
  );
}
