import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ExportIcon, FileIcon, Menu } from '../../ui/index.ts';
import { readShapes } from '../shared/geofences/useZones.ts';
import { saveFile } from '../shared/list/csv.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useCalls } from '../shared/services/calls.ts';
import type { Problem } from '../shared/services/fleet.ts';

/** Names of formats as their users call them. */
const FORMATS = { geojson: 'GeoJSON', kml: 'KML', kmz: 'KMZ', gpx: 'GPX', wkt: 'WKT' } as const;
const READABLE = '.kml,.kmz,.gpx,.geojson,.json,.wkt,.txt';

/** Takes geofences from a file (`onFile`, where they may be added), and writes all of the account into one. */
export function GeofenceFiles({ onFile }: { onFile: ((file: File) => void) | null }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {onFile !== null && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept={READABLE}
            aria-label={t('geofences.import.open')}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
              event.target.value = '';
            }}
          />
          <Button icon={<FileIcon aria-hidden="true" />} onPress={() => input.current?.click()}>
            {t('geofences.import.open')}
          </Button>
        </>
      )}
      <ExportMenu />
    </>
  );
}

function ExportMenu(): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const write = async (format: keyof typeof FORMATS): Promise<void> => {
    setBusy(true);
    const [read, { writeAreas }] = await Promise.all([
      readShapes(call, new AbortController().signal, true),
      import('../shared/geofences/export/writeAreas.ts'),
    ]);
    setBusy(false);
    setProblem('problem' in read ? read.problem : null);
    if ('shapes' in read) saveFile(`${t('geofences.title')}.${format}`, writeAreas(format, read.shapes));
  };
  return (
    <>
      <Menu
        trigger={
          <Button busy={isBusy} icon={<ExportIcon aria-hidden="true" />}>
            {t('geofences.exportTo')}
          </Button>
        }
        label={t('geofences.exportTo')}
        groups={[
          {
            id: 'formats',
            entries: Object.entries(FORMATS).map(([id, label]) => ({
              id,
              label,
              note: t(`geofences.exportLoses.${id}`),
            })),
          },
        ]}
        onAction={(id) => void write(id as keyof typeof FORMATS)}
      />
      {problem !== null && <ProblemBanner problem={problem} />}
    </>
  );
}
