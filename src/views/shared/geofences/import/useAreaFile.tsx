import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../../i18n/index.ts';
import { Banner, Button, Dialog, ProgressBar } from '../../../../ui/index.ts';
import { lazyPart } from '../../code/lazyPart.ts';
import type { AreaFileSummary } from './areaRequests.ts';
import type { AreaReader } from './areaReader.ts';
import type { AreaFileProblem } from './foundArea.ts';

const ImportGeofences = lazyPart(() => import('./ImportGeofences.tsx'));

interface Opened {
  readonly name: string;
  readonly reader: AreaReader;
  /** Null while it is read. */
  readonly summary: AreaFileSummary | null;
}

export interface AreaFiles {
  /** Shows what the file would bring, or says why that is nothing. */
  open(file: File): Promise<void>;
  /** The preview, and what was wrong with the last file. */
  readonly view: ReactNode;
}

/** True for files that hold places rather than tracks, by their name. */
export const isAreaFile = ({ name }: File): boolean => /\.(kml|kmz|wkt|geojson)$/i.test(name);

/** Opens files of areas: the reader is loaded with the first, and works beside the page. */
export function useAreaFiles(): AreaFiles {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<(AreaFileProblem & { readonly name: string }) | null>(null);
  const reader = useRef<AreaReader | null>(null);
  const close = (): void => {
    reader.current?.close();
    reader.current = null;
    setOpened(null);
  };
  useEffect(() => () => reader.current?.close(), []);
  return {
    async open(file) {
      const { startAreaReader } = await import('./areaReader.ts');
      close();
      const { name } = file;
      const started = startAreaReader();
      reader.current = started;
      setProblem(null);
      setOpened({ name, reader: started, summary: null });
      const read = await started.open(file);
      if (reader.current !== started) return;
      if (read.ok) setOpened({ name, reader: started, summary: read.value });
      else {
        close();
        setProblem({ ...read.error, name });
      }
    },
    view: (
      <>
        {problem !== null && (
          <Banner
            tone="critical"
            action={
              <Button size="compact" onPress={() => setProblem(null)}>
                {t('common.dismiss')}
              </Button>
            }>
            {t(`geofences.import.problems.${problem.key}`, { ...problem.values, name: problem.name })}
          </Banner>
        )}
        {opened !== null && opened.summary === null && (
          <Dialog
            open
            title={t('geofences.import.title', { name: opened.name })}
            closeLabel={t('common.close')}
            onClose={close}
            actions={<Button onPress={close}>{t('common.cancel')}</Button>}>
            <ProgressBar label={t('geofences.import.reading')} />
          </Dialog>
        )}
        {opened !== null && opened.summary !== null && (
          <Suspense fallback={null}>
            <ImportGeofences fileName={opened.name} reader={opened.reader} summary={opened.summary} onClose={close} />
          </Suspense>
        )}
      </>
    ),
  };
}
