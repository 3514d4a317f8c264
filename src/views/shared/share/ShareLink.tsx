import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CopyIcon, Link, WarningIcon } from '../../../ui/index.ts';
import { useBrowser } from '../services/browser.ts';

/** The link, which nobody can show again. */
export function ShareLink({ url }: { readonly url: string }): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const [copied, setCopied] = useState(false);
  return (
    <section className="share-link" aria-label={t('share.link')}>
      <p className="share-url" dir="ltr">
        <Link href={url} target="_blank">
          {url}
        </Link>
      </p>
      <Button variant="primary" icon={<CopyIcon aria-hidden="true" />} onPress={() => void copy(url).then(setCopied)}>
        {t(copied ? 'common.copied' : 'share.copy')}
      </Button>
      <Banner tone="caution" icon={<WarningIcon />}>
        {t('share.once')}
      </Banner>
    </section>
  );
}
