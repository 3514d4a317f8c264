import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ExportIcon, Menu } from '../../../ui/index.ts';
import { saveFile, toCsv } from './csv.ts';
import type { ListColumn } from './ServerListTable.tsx';

export interface ListExportProps<Row> {
  /** Names the file. */
  id: string;
  /** Those that are shown, in their order. */
  columns: readonly Pick<ListColumn<Row>, 'header' | 'text'>[];
  /** Every row of the question, not those of the page alone; null where they could not be had, which was said. */
  rows: (signal: AbortSignal) => Promise<readonly Row[] | null>;
  /** Rows that are ticked: with some, one chooses between them and all. */
  ticked?: readonly Row[];
  isDisabled?: boolean;
}

/** Writes a list as CSV, as the columns stand: all that matches, or the ticked rows alone. */
export function ListExport<Row>({ id, columns, rows, ticked = [], isDisabled }: ListExportProps<Row>): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = (found: readonly Row[]): void => saveFile(`${id}.csv`, toCsv([columns.map(({ header }) => header), ...found.map((row) => columns.map(({ text }) => text(row)))]));
  const writeAll = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    const found = await rows(controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return null;
      throw error;
    });
    if (controller.signal.aborted) return;
    setBusy(false);
    if (found !== null) save(found);
  };
  const look = { variant: 'quiet', busy, icon: <ExportIcon aria-hidden="true" />, isDisabled, children: t('list.export') } as const;
  if (ticked.length === 0) return <Button {...look} onPress={() => void writeAll()} />;
  return (
    <Menu
      label={t('list.export')} trigger={<Button {...look} />} onAction={(choice) => (choice === 'ticked' ? save(ticked) : void writeAll())}
      groups={[{ id: 'rows', entries: [{ id: 'ticked', label: t('list.exportTicked', { count: ticked.length }) }, { id: 'all', label: t('list.exportAll') }] }]}
    />
  );
}
