import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { LOGO_VERSIONS, type AccountDetails, type LogoVersion } from '../../domain/account/index.ts';
import { IMAGE } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, DeleteIcon, Panel } from '../../ui/index.ts';
import { BrandMark } from '../shared/account/BrandMark.tsx';
import { useCalls } from '../shared/services/calls.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { imageProblem } from '../shared/form/imageFile.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';

const MEGABYTE = 1024 * 1024;

/** Logos of an account in their four versions, each as its users will see it. Saved one by one, at once. */
export function BrandingPanel({ details, onChanged }: { details: AccountDetails; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  const { upload } = useCalls();
  const notify = useNotify();
  const act = useAct();
  const [busy, setBusy] = useState<LogoVersion | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const put = async (version: LogoVersion, image_id: string): Promise<void> => {
    const saved = await act.run('uploadLogo', { account_id: details.account_id, version, image_id });
    setBusy(null);
    if (saved === null) return;
    notify.done(t(image_id === '' ? 'success.logoRemoved' : 'success.logoSaved'));
    onChanged();
  };
  const choose = async (version: LogoVersion, file: File): Promise<void> => {
    act.reset();
    setProblem(null);
    const wrong = await imageProblem(file);
    if (wrong !== null)
      return setProblem(
        said(wrong === 'kind' ? t('validation.imageType') : t('validation.imageSize', { max: IMAGE.bytes / MEGABYTE })),
      );
    setBusy(version);
    const uploaded = await upload(file);
    if (uploaded.ok) return put(version, uploaded.value.image_id);
    setBusy(null);
    setProblem(uploaded.error);
  };
  const failure = problem ?? act.problem;
  return (
    <Panel title={t('accounts.sections.branding')}>
      <p className="dim">{t('accounts.brandingLead', { max: IMAGE.bytes / MEGABYTE })}</p>
      {failure !== null && <ProblemBanner problem={failure} />}
      <div className="brands">
        {LOGO_VERSIONS.map((version) => (
          <figure key={version} className="brand">
            <LogoPreview
              version={version}
              path={details.logos[version]}
              fallback={details.logos.light ?? details.logos.dark}
              name={details.name}
            />
            <figcaption>
              <strong>{t(`accounts.logos.${version}`)}</strong>
              <span className="dim">{t(`accounts.logosLead.${version}`)}</span>
            </figcaption>
            <div className="brand-buttons">
              <PictureButton
                label={t(details.logos[version] ? 'accounts.replaceLogo' : 'accounts.uploadLogo')}
                version={version}
                busy={busy === version}
                onChoose={(file) => void choose(version, file)}
              />
              {details.logos[version] !== undefined && (
                <Button
                  size="compact"
                  variant="quiet"
                  icon={<DeleteIcon aria-hidden="true" />}
                  onPress={() => void put(version, '')}>
                  {t('common.remove')}
                </Button>
              )}
            </div>
          </figure>
        ))}
      </div>
    </Panel>
  );
}

/** A refusal of our own, before the server is asked. */
const said = (message: string): Problem => ({ code: '', message, correlationId: null });

interface PictureButtonProps {
  label: string;
  version: LogoVersion;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** The browser's file field behind a button of ours. */
function PictureButton({ label, version, busy, onChoose }: PictureButtonProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return (
    <span className="brand-file">
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={IMAGE.types.join(',')}
        disabled={busy}
        onChange={onChange}
      />
      <label htmlFor={id} className="button button-secondary button-compact" aria-busy={busy}>
        {busy ? t('accounts.uploading') : label}
        <span className="visually-hidden">{`: ${t(`accounts.logos.${version}`)}`}</span>
      </label>
    </span>
  );
}

/** A logo where it will stand: on a light or dark surface, or on top of the menu. */
function LogoPreview({
  version,
  path,
  fallback,
  name,
}: {
  version: LogoVersion;
  path: string | undefined;
  fallback: string | undefined;
  name: string;
}): ReactNode {
  const shown = path ?? (version === 'expanded' || version === 'collapsed' ? fallback : undefined);
  const logo = shown === undefined ? <BrandMark size={28} /> : <img src={shown} alt="" />;
  if (version === 'light' || version === 'dark') return <div className={`brand-surface brand-${version}`}>{logo}</div>;
  return (
    <div className={`brand-menu brand-menu-${version}`} aria-hidden="true">
      <div className="brand-menu-head">
        {logo}
        {version === 'expanded' && shown === undefined && <span>{name}</span>}
      </div>
      {[72, 54, 64].map((width) => (
        <span
          key={width}
          className="brand-menu-line"
          style={{ inlineSize: version === 'expanded' ? `${width}%` : '60%' }}
        />
      ))}
    </div>
  );
}
