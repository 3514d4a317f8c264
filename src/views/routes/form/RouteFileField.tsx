import { useRef, useState, type ReactNode } from 'react';
import { ROUTE } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { lineLength } from '../../../domain/geometry/index.ts';
import { Banner, Button, Dialog, FileIcon, WarningIcon } from '../../../ui/index.ts';
import { checkpointAt, corridorOf, type RoutePath } from './routeDraft.ts';
import { LARGEST_FILE, readRouteFile, type RouteFile, type RouteFileFault } from './routeFile.ts';

type Shown =
  | { readonly file: RouteFile; readonly fault: null }
  | { readonly file: null; readonly fault: RouteFileFault | { readonly code: 'large'; readonly place: 0 } };

/** Takes a route from a GPX, KML or GeoJSON file, once its preview was seen. */
export function RouteFileField({ onRead }: { onRead: (path: RoutePath) => void }): ReactNode {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > LARGEST_FILE) {
      setShown({ file: null, fault: { code: 'large', place: 0 } });
      return;
    }
    const read = readRouteFile(await file.text());
    setShown(read.ok ? { file: read.value, fault: null } : { file: null, fault: read.error });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".gpx,.kml,.geojson,.json,application/gpx+xml,application/vnd.google-earth.kml+xml,application/geo+json"
        aria-label={t('routes.file.open')}
        onChange={(event) => {
          void open(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="compact" icon={<FileIcon aria-hidden="true" />} onPress={() => input.current?.click()}>
        {t('routes.file.open')}
      </Button>
      {shown && (
        <Preview
          shown={shown}
          onClose={() => setShown(null)}
          onTake={(path) => {
            setShown(null);
            onRead(path);
          }}
        />
      )}
    </>
  );
}

function Preview({
  shown: { file, fault },
  onTake,
  onClose,
}: {
  shown: Shown;
  onTake: (path: RoutePath) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const path = file === null ? null : pathOfFile(file, (number) => t('routes.checkpoint', { number }));
  return (
    <Dialog
      open
      title={t('routes.file.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {path && (
            <Button variant="primary" onPress={() => onTake(path)}>
              {t('routes.file.take')}
            </Button>
          )}
        </>
      }>
      {fault !== null && (
        <Banner tone="critical" icon={<WarningIcon />}>
          {t(`routes.file.faults.${fault.code}`, { place: fault.place })}
        </Banner>
      )}
      {file && path && (
        <>
          <p>
            {t('routes.file.found', { count: file.places.length, length: formats.distance(lineLength(file.line)) })}
          </p>
          {file.places.length > ROUTE.checkpoints.max && (
            <p className="dim">{t('routes.file.tooMany', { max: ROUTE.checkpoints.max })}</p>
          )}
          <ol className="route-preview">
            {path.checkpoints.map(({ key, name, latitude, longitude }) => (
              <li key={key}>
                <bdi>{name}</bdi>{' '}
                <span className="dim figures">{formats.coordinates(latitude ?? 0, longitude ?? 0)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}

/** Where a file names no places, the ends of its line are checkpoints. */
function pathOfFile({ places, line }: RouteFile, nameOf: (number: number) => string): RoutePath {
  const ends = line.length < 2 ? [] : [line[0], line[line.length - 1]].map((at) => ({ name: '', at }));
  const found = places.length >= 2 ? places : [...ends.slice(0, 1), ...places, ...ends.slice(1)];
  return {
    checkpoints: found
      .slice(0, ROUTE.checkpoints.max)
      .map(({ name, at: [longitude, latitude] }, index) =>
        checkpointAt(index + 1, name.slice(0, 50) || nameOf(index + 1), { latitude, longitude }),
      ),
    corridor: corridorOf(line),
  };
}
