import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../../i18n/index.ts';
import { Banner, Button } from '../../../../ui/index.ts';
import type { AreaFileProblem, FoundArea } from './foundArea.ts';

const ImportGeofences = lazy(() => import('./ImportGeofences.tsx'));

interface Opened {
  readonly name: string;
  readonly found: readonly FoundArea[];
}

export interface AreaFiles {
  /** Shows what the file would bring, or says why that is nothing. */
  open(file: File): Promise<void>;
  /** The preview, and what was wrong with the last file. */
  readonly view: ReactNode;
}

/** True for files that hold places rather than tracks, by their name. */
export const isAreaFile = ({ name }: File): boolean => /\.(kml|kmz|wkt|geojson)$/i.test(name);

/** Opens files of areas: the reader is loaded with the first. */
export function useAreaFiles(): AreaFiles {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<(AreaFileProblem & { readonly name: string }) | null>(null);
  return {
    async open(file) {
      const { openAreaFile } = await import('./areaFile.ts');
      const read = await openAreaFile(file);
      setProblem(read.ok ? null : { ...read.error, name: file.name });
      setOpened(read.ok ? { name: file.name, found: read.value } : null);
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
        {opened !== null && (
          <Suspense fallback={null}>
            <ImportGeofences fileName={opened.name} found={opened.found} onClose={() => setOpened(null)} />
          </Suspense>
        )}
      </>
    ),
  };
}
