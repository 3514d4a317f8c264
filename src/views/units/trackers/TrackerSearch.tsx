import type { ReactNode } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { SearchField } from '../../../ui/index.ts';
import { CutNote } from '../../shared/list/CutNote.tsx';

export interface TrackerSearchProps {
  readonly search: string;
  readonly shown: number;
  readonly total: number;
  readonly onChange: (search: string) => void;
}

/** Where more trackers call than are listed: says so, and finds the others. */
export function TrackerSearch({ search, shown, total, onChange }: TrackerSearchProps): ReactNode {
  const { t } = useTranslation();
  if (search === '' && total <= shown) return null;
  return (
    <>
      <SearchField
        label={t('devices.searchTrackers')}
        clearLabel={t('common.clearSearch')}
        value={search}
        onChange={onChange}
        maxLength={PAGE.maximumSearch}
      />
      <CutNote shown={shown} total={total} />
      {shown === 0 && <p>{t('list.noMatchTitle')}</p>}
    </>
  );
}
