import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, ExportIcon, Menu } from '../../../ui/index.ts';
import { useNotify } from '../services/toasts.ts';
import { saveFile, toCsv } from './csv.ts';
import type { ExportProgress } from './readEveryPage.ts';
import type { ListColumn } from './ServerListTable.tsx';

/** Reads every row of the question, not those of the page alone; null where they could not be had, which was said. */
export type RowReader<Row> = (
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
  /** Aborted where the person takes what is there. */
  hurry: AbortSignal,
) => Promise<{
  readonly rows: readonly Row[];
  /** All that match; more than `rows` where the export is cut. */
  readonly total: number;
} | null>;

export interface ListExportProps<Row> {
  /** Names the file. */
  id: string;
  /** Those that are shown, in their order. */
  columns: readonly Pick<ListColumn<Row>, 'header' | 'text'>[];
  rows: RowReader<Row>;
  /** Rows that are ticked: with some, one chooses between them and all. */
  ticked?: readonly Row[];
  isDisabled?: boolean;
  /** What a press comes to that ends a long reading with a file; left out: it can be cancelled alone. */
  hurryLabel?: string;
}

/**
 * Writes a list as CSV, as the columns stand: all that matches, or the ticked rows alone. A long one shows how far it
 * is and can be cancelled; one that is cut says so.
 */
export function ListExport<Row>({
  id,
  columns,
  rows,
  ticked = [],
  isDisabled,
  hurryLabel,
}: ListExportProps<Row>): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const busy = progress !== null;
  const running = useRef<AbortController | null>(null);
  const hurry = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = (found: readonly Row[]): void =>
    saveFile(
      `${id}.csv`,
      toCsv([columns.map(({ header }) => header), ...found.map((row) => columns.map(({ text }) => text(row)))]),
    );
  const writeAll = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    const hurrying = new AbortController();
    hurry.current = hurrying;
    setProgress({ done: 0, total: 0 });
    const onProgress = (next: ExportProgress): void => void (!controller.signal.aborted && setProgress(next));
    const found = await rows(controller.signal, onProgress, hurrying.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return null;
      throw error;
    });
    if (controller.signal.aborted) return;
    setProgress(null);
    if (found === null) return;
    save(found.rows);
    if (found.total > found.rows.length)
      notify.info(t('list.exportCut', { shown: found.rows.length, total: found.total }));
  };
  const cancel = (): void => {
    running.current?.abort();
    setProgress(null);
  };
  const look = {
    variant: 'quiet',
    busy,
    icon: <ExportIcon aria-hidden="true" />,
    isDisabled,
    children: t('list.export'),
  } as const;
  if (progress !== null && progress.done < progress.total) {
    return (
      <>
        <output>{t('list.exporting', { done: progress.done, total: progress.total })}</output>
        {hurryLabel !== undefined && (
          <Button variant="quiet" onPress={() => hurry.current?.abort()}>
            {hurryLabel}
          </Button>
        )}
        <Button variant="quiet" icon={<CloseIcon aria-hidden="true" />} onPress={cancel}>
          {t('common.cancel')}
        </Button>
      </>
    );
  }
  if (ticked.length === 0) return <Button {...look} onPress={() => void writeAll()} />;
  return (
    <Menu
      label={t('list.export')}
      trigger={<Button {...look} />}
      onAction={(choice) => (choice === 'ticked' ? save(ticked) : void writeAll())}
      groups={[
        {
          id: 'rows',
          entries: [
            { id: 'ticked', label: t('list.exportTicked', { count: ticked.length }) },
            { id: 'all', label: t('list.exportAll') },
          ],
        },
      ]}
    />
  );
}
