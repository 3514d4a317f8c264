import { useEffect, useRef, useState } from 'react';
import type { Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { saveFile } from '../../shared/list/csv.ts';
import { useFleet, type ExportFormat } from '../../shared/services/fleet.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import type { HistoryExporter } from '../timeline/index.ts';
import { historyFileName, isWithoutPositions } from './historyFile.ts';

/**
 * Writes the recorded past of the selected units, of those that the filter leaves where none is, or of all, into a
 * file: up to now, and whole or not at all.
 */
export function useHistoryExport(
  units: readonly number[] | null,
  nameOf: (unitId: number) => string | null,
): HistoryExporter {
  const { t } = useTranslation();
  const formats = useFormats();
  const notify = useNotify();
  const { exportHistory, now } = useFleet();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const write = async ({ from, to }: Interval, format: ExportFormat, signal: AbortSignal): Promise<void> => {
    const interval = { from, to: Math.min(to, now()) };
    if (interval.from >= interval.to) return notify.info(t('timeline.export.empty'));
    // No unit in a question means all units.
    if (units?.length === 0) return notify.info(t('timeline.export.empty'));
    const answer = await exportHistory({ unitIds: units, interval, format }, signal);
    if (!answer.ok) return notify.failed(answer.problem);
    if (await isWithoutPositions(answer.value, format)) return notify.info(t('timeline.export.empty'));
    const name = historyFileName(units?.length === 1 ? nameOf(units[0]) : null, formats.dateTime(from), format);
    saveFile(name, answer.value, answer.value.type);
    notify.done(t('timeline.export.done', { name }));
  };
  const save = async (interval: Interval, format: ExportFormat): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      await write(interval, format, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      if (!controller.signal.aborted) setBusy(false);
    }
  };
  return { busy, count: units?.length ?? 0, save: (interval, format) => void save(interval, format) };
}
