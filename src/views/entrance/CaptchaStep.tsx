import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, ProgressBar, ShieldIcon } from '../../ui/index.ts';
import type { CaptchaStage } from '../shared/services/session.ts';

/** Proof of work after repeated failures: one press, no picture, nothing to hear or to read. */
export function CaptchaStep({ captcha, onSolve }: { captcha: CaptchaStage; onSolve: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  if (captcha.stage === 'none') return null;
  return (
    <section className="captcha" aria-label={t('captcha.title')}>
      <div aria-live="polite">
        {captcha.stage === 'solved' ? (
          <p className="captcha-done">
            <ShieldIcon aria-hidden="true" />
            {t('captcha.solved')}
          </p>
        ) : (
          <p className="captcha-title">{captcha.stage === 'failed' ? t('captcha.failed') : t('captcha.please')}</p>
        )}
      </div>
      {captcha.stage === 'solving' && (
        <>
          <ProgressBar label={t('captcha.progress')} labelHidden value={captcha.progress} />
          <p className="entrance-note">{t('captcha.solving', { percent: formats.percent(captcha.progress) })}</p>
        </>
      )}
      {(captcha.stage === 'needed' || captcha.stage === 'failed') && (
        <>
          <p className="entrance-note">{t('captcha.explain')}</p>
          <Button icon={<ShieldIcon aria-hidden="true" />} onPress={onSolve}>
            {t('captcha.start')}
          </Button>
        </>
      )}
    </section>
  );
}
