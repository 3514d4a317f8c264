import { useRef, type ReactNode } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import { CloseIcon, CompareIcon, FileIcon, FilterIcon, NativeSelect } from '../../../ui/index.ts';
import { ExportMenu, type HistoryExporter } from './ExportMenu.tsx';
import { Labelled } from './PlaybackControls.tsx';
import type { ShownPast } from './types.ts';

interface ChoicesProps extends ShownPast {
  fileName: string | null;
  send: (event: PlaybackEvent) => void;
  exporter: HistoryExporter;
  visible: Interval;
  now: () => Instant;
}

/** What is shown of the past: trails, fixes that the filters refuse, whose, or a file instead. */
export function Choices({
  fileName,
  send,
  trails,
  onTrails,
  refused,
  onRefused,
  units,
  onUnits,
  selectedCount,
  isBeside,
  onBeside,
  onFile,
  exporter,
  visible,
  now,
}: ChoicesProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="timeline-choices">
      <NativeSelect
        className="timeline-select"
        label={t('timeline.trails')}
        value={trails}
        options={[
          { value: 'off', label: `${t('timeline.trails')}: ${t('timeline.trailsNone')}` },
          { value: 'selected', label: `${t('timeline.trails')}: ${t('timeline.trailsSelected')}` },
          { value: 'fleet', label: `${t('timeline.trails')}: ${t('timeline.trailsAll')}` },
        ]}
        onChange={onTrails}
      />
      <NativeSelect
        className="timeline-select"
        label={t('timeline.units')}
        value={units}
        options={[
          { value: 'all', label: t('timeline.unitsAll') },
          { value: 'selected', label: t('timeline.unitsSelected', { units: formats.number(selectedCount) }) },
        ]}
        onChange={onUnits}
      />
      {selectedCount > 0 && fileName === null && (
        <Labelled
          label={t('timeline.refused')}
          icon={<FilterIcon />}
          pressed={refused}
          onPress={() => onRefused(!refused)}
        />
      )}
      {fileName === null && (
        <Labelled
          label={t('timeline.beside')}
          icon={<CompareIcon />}
          pressed={isBeside}
          onPress={() => onBeside(!isBeside)}
        />
      )}
      {fileName === null && <ExportMenu exporter={exporter} visible={visible} now={now} />}
      <FileButton onFile={onFile} />
      {fileName !== null && (
        <span className="timeline-file">
          <bdi className="timeline-file-name" title={fileName}>
            {fileName}
          </bdi>
          <Labelled
            label={t('timeline.file.close')}
            icon={<CloseIcon />}
            onPress={() => send({ type: 'playback.fileClosed' })}
          />
        </span>
      )}
    </div>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Labelled label={t('timeline.file.choose')} icon={<FileIcon />} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept=".gpx,.csv"
        hidden
        data-testid="timeline-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) onFile(file);
          // So that the same file, corrected meanwhile, can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
