import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { CopyIcon, IconButton } from '../../ui/index.ts';
import { useBrowser } from './services/browser.ts';
import { useNotify } from './services/toasts.ts';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text }: { text: string }): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const notify = useNotify();
  return (
    <IconButton
      size="compact"
      label={`${t('common.copy')}: ${text}`}
      icon={<CopyIcon aria-hidden="true" />}
      onPress={() => void copy(text).then((copied) => copied && notify.done(t('common.copied')))}
    />
  );
}
