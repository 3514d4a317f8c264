import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, OfflineIcon } from '../../ui/index.ts';
import './errors.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the browser has no network; goes by itself when it has. */
export function OfflineBanner(): ReactNode {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="offline">
      <Banner tone="caution" icon={<OfflineIcon />}>
        {t('errors.offline')}
      </Banner>
    </div>
  );
}
