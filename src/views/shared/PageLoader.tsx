import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { useStore, type ReadableStore } from './services/store.ts';
import './pageLoader.css';

/** A bar along the top edge while a change is on its way to the server; one that is answered quickly shows none. */
export function PageLoader({ loading }: { loading: ReadableStore<number> }): ReactNode {
  const { t } = useTranslation();
  return useStore(loading) === 0 ? null : <output className="page-loader" aria-label={t('common.loading')} />;
}
