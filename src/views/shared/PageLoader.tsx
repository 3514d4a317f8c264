import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { useStore, type ReadableStore } from './services/store.ts';
import './pageLoader.css';

interface PageLoaderProps {
  /** How many changes are on their way to the server. */
  readonly loading: ReadableStore<number>;
  /** The code of the next screen is loading. */
  readonly isNavigating?: boolean;
}

/** A bar along the top edge while something is on its way to or from the server; what comes quickly shows none. */
export function PageLoader({ loading, isNavigating = false }: PageLoaderProps): ReactNode {
  const { t } = useTranslation();
  return useStore(loading) === 0 && !isNavigating ? null : (
    <output className="page-loader" aria-label={t('common.loading')} />
  );
}
