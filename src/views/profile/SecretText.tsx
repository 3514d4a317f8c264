import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, CheckIcon, CopyIcon } from '../../ui/index.ts';
import { useBrowser } from '../shared/services/browser.ts';

/** Copies a text and says so; where the browser forbids it, the text beside it can be selected. */
export function CopyButton({ text }: { text: string }): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  return (
    <>
      <Button
        icon={state === 'copied' ? <CheckIcon aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
        onPress={() => void copy(text).then((done) => setState(done ? 'copied' : 'refused'))}>
        {t(state === 'copied' ? 'common.copied' : 'common.copy')}
      </Button>
      <output className="dim">{state === 'refused' ? t('secret.copyByHand') : ''}</output>
    </>
  );
}
