import type { ReactNode } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { ExportIcon, IconButton, Menu } from '../../../ui/index.ts';
import type { ExportFormat } from '../../shared/services/fleet.ts';

/** Puts a part of the recorded history into a file. */
export interface HistoryExporter {
  /** One is being written. */
  readonly busy: boolean;
  /** Of how many selected units; 0: of all. */
  readonly count: number;
  readonly save: (interval: Interval, format: ExportFormat) => void;
}

const FORMATS: readonly ExportFormat[] = ['csv', 'gpx', 'kml', 'geojson', 'json'];

/** A file of what the timeline shows; whose and from when to when is above the formats. */
export function ExportMenu({
  exporter,
  visible,
  now,
}: {
  exporter: HistoryExporter;
  visible: Interval;
  now: () => Instant;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { busy, count, save } = exporter;
  const units = count === 0 ? t('timeline.unitsAll') : t('timeline.unitsSelected', { units: formats.number(count) });
  return (
    <Menu
      label={t('timeline.export.label')}
      trigger={<IconButton size="compact" label={t('timeline.export.label')} icon={<ExportIcon />} isDisabled={busy} />}
      header={
        <>
          {units}
          <br />
          {t('timeline.export.span', {
            from: formats.dateTime(visible.from),
            to: formats.dateTime(Math.min(visible.to, now())),
          })}
        </>
      }
      groups={[
        {
          id: 'formats',
          entries: FORMATS.map((format) => ({
            id: format,
            label: t(`timeline.export.${format}`),
            note: t(`timeline.export.${format}Note`),
          })),
        },
      ]}
      onAction={(id) => {
        const format = FORMATS.find((each) => each === id);
        if (format) save(visible, format);
      }}
    />
  );
}
