import { useState, type ReactNode } from 'react';
import type { FileFormat, ReportFile } from '../../../domain/report/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DocumentIcon, SpreadsheetIcon, type IconType } from '../../../ui/index.ts';
import { saveFile } from '../../shared/list/csv.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useNotify } from '../../shared/services/toasts.ts';

const ICONS: Readonly<Record<FileFormat, IconType>> = { EXL: SpreadsheetIcon, PDF: DocumentIcon };

/** Files of a generation, each saved with a press. */
export function FileButtons({ files }: { files: readonly ReportFile[] }): ReactNode {
  return (
    <span className="report-files">
      {files.map((file) => (
        <FileButton key={file.file_id} file={file} />
      ))}
    </span>
  );
}

function FileButton({ file }: { file: ReportFile }): ReactNode {
  const { t } = useTranslation();
  const calls = useCalls();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const Icon = ICONS[file.format];
  const format = t(`reports.formats.${file.format}`);
  const save = async (): Promise<void> => {
    setBusy(true);
    const answer = await calls.file(file.file_id);
    setBusy(false);
    if (answer.ok) saveFile(file.name, answer.value, answer.value.type);
    else notify.failed(answer.error);
  };
  return (
    <Button
      size="compact"
      variant="quiet"
      busy={busy}
      icon={<Icon aria-hidden="true" />}
      aria-label={t('reports.download', { format })}
      onPress={() => void save()}>
      {format}
    </Button>
  );
}
