import type { ReactNode } from 'react';
import type { MessageBytes } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CopyIcon, IconButton } from '../../../ui/index.ts';
import { useBrowser } from '../../shared/services/browser.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import './unknown.css';

/** Two digits a byte, apart, so that lines break between bytes. */
const spaced = (hex: string): string => hex.replaceAll(/../g, '$& ').trimEnd();

/** A message's bytes in hexadecimal, and as text where they are text; they read from left to right in every language. */
export function MessageBytesView({ message, name }: { message: MessageBytes; name: string }): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const notify = useNotify();
  const { hex, text, size } = message;
  const label = t('unknownMessages.bytesOf', { name });
  const isCut = hex.length / 2 < size;
  return (
    <div className="message-bytes">
      {/* A long message is scrolled, with the keyboard too. */}
      <div className="message-bytes-shown" dir="ltr" lang="en" role="region" aria-label={label} tabIndex={0}>
        {text !== null && <code className="message-text">{text}</code>}
        <code className={text === null ? 'message-text' : 'message-hex'}>{spaced(hex)}{isCut && ' …'}</code>
      </div>
      <span className="cell-note">
        {t('unknownMessages.size', { count: size })}
        <IconButton size="compact" label={t('unknownMessages.copy', { name })} icon={<CopyIcon aria-hidden="true" />} onPress={() => void copy(hex).then((copied) => copied && notify.done(t('common.copied')))} />
      </span>
    </div>
  );
}
