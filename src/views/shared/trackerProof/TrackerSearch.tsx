import type { ReactNode } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { SearchField } from '../../../ui/index.ts';
import { useSession } from '../services/session.ts';
import { CutNote } from '../list/CutNote.tsx';

export interface TrackerSearchProps {
  readonly search: string;
  readonly shown: number;
  readonly total: number;
  readonly onChange: (search: string) => void;
}

/** Where more trackers call than are listed: says so, and finds the others; or the one whose number is entered. */
export function TrackerSearch({ search, shown, total, onChange }: TrackerSearchProps): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  // People who do not run the server find a tracker by its number alone.
  const isOwner = account?.type === 'OWNER';
  if (isOwner && search === '' && total <= shown) return null;
  return (
    <>
      <SearchField
        label={t(isOwner ? 'devices.searchTrackers' : 'units.trackers.byNumber')}
        clearLabel={t('common.clearSearch')}
        value={search}
        onChange={onChange}
        maxLength={PAGE.maximumSearch}
      />
      <CutNote shown={shown} total={total} />
      {shown === 0 && search !== '' && <p>{t(isOwner ? 'list.noMatchTitle' : 'units.trackers.notReporting')}</p>}
    </>
  );
}
