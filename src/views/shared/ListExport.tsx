import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ExportIcon } from '../../ui/index.ts';
import { saveFile, toCsv } from './csv.ts';
import type { ListColumn } from './ServerListTable.tsx';

export interface ListExportProps<Row> {
  /** Names the file. */
  id: string;
  /** Those that are shown, in their order. */
  columns: readonly Pick<ListColumn<Row>, 'header' | 'text'>[];
  /** Every row of the question, not those of the page alone; null where they could not be had, which was said. */
  rows: (signal: AbortSignal) => Promise<readonly Row[] | null>;
  isDisabled?: boolean;
}

/** Writes a list as CSV: all that matches, as the columns stand. */
export function ListExport<Row>({ id, columns, rows, isDisabled }: ListExportProps<Row>): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const write = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const found = await rows(controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return null;
      throw error;
    });
    if (controller.signal.aborted) return;
    setBusy(false);
    if (found !== null) saveFile(`${id}.csv`, toCsv([columns.map(({ header }) => header), ...found.map((row) => columns.map(({ text }) => text(row)))]));
  };
  return <Button variant="quiet" busy={busy} icon={<ExportIcon aria-hidden="true" />} isDisabled={isDisabled} onPress={() => void write()}>{t('list.export')}</Button>;
}
