import { useState, type ReactNode } from 'react';
import type { MessageBytes } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CopyIcon, IconButton } from '../../../ui/index.ts';
import { useBrowser } from '../../shared/services/browser.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import './unknown.css';

/** Bytes of a message that are shown until all are asked for. */
const SHORT = 64;

/** Two digits a byte, apart, so that lines break between bytes. */
const spaced = (hex: string): string => hex.replaceAll(/../g, '$& ').trimEnd();

/**
 * A message's bytes in hexadecimal, and as text where they are text; they read from left to right in every language.
 */
export function MessageBytesView({ message, name }: { message: MessageBytes; name: string }): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const notify = useNotify();
  const [whole, setWhole] = useState(false);
  const { hex, text, size } = message;
  const isLong = hex.length / 2 > SHORT;
  const shown = whole ? hex.length : Math.min(hex.length, SHORT * 2);
  const cut = shown / 2 < size ? ' …' : '';
  return (
    <div className="message-bytes">
      {text !== null && (
        <code dir="ltr" lang="en" className="message-text">
          {whole ? text : text.slice(0, SHORT * 2)}
        </code>
      )}
      <code dir="ltr" lang="en" className={text === null ? 'message-text' : 'message-hex'}>
        {spaced(hex.slice(0, shown))}
        {cut}
      </code>
      <span className="cell-note">
        {t('unknownMessages.size', { count: size })}
        <IconButton
          size="compact"
          label={t('unknownMessages.copy', { name })}
          icon={<CopyIcon aria-hidden="true" />}
          onPress={() => void copy(hex).then((copied) => copied && notify.done(t('common.copied')))}
        />
        {isLong && (
          <Button size="compact" variant="quiet" aria-expanded={whole} onPress={() => setWhole(!whole)}>
            {t(whole ? 'unknownMessages.fewer' : 'unknownMessages.all')}
          </Button>
        )}
      </span>
    </div>
  );
}
