import type { ReactNode } from 'react';
import { geofences } from '../../domain/geofence/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { FileDrop } from '../shared/fileDrop/FileDrop.tsx';
import { useAreaFiles } from '../shared/geofences/import/useAreaFile.tsx';
import { useSession } from '../shared/services/session.ts';
import { GeofenceFiles } from './GeofenceFiles.tsx';
import { useGeofenceCells } from './useGeofenceCells.tsx';

/** Geofences of the account; a file of areas that is dropped on them is shown before it is saved. */
export default function GeofenceListScreen(): ReactNode {
  const { t } = useTranslation();
  const mayAdd = useSession().can(geofences.needs.add);
  const files = useAreaFiles();
  const open = (file: File): void => void files.open(file);
  return (
    <FileDrop className="file-drop-area" lead={t('geofences.import.dropLead')} enabled={mayAdd} onFile={open}>
      {files.view}
      <EntityList
        entity={geofences}
        cells={useGeofenceCells()}
        tools={<GeofenceFiles onFile={mayAdd ? open : null} />}
      />
    </FileDrop>
  );
}
