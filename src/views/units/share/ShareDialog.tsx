import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { OpenShares } from './OpenShares.tsx';
import { ShareFields } from './ShareFields.tsx';
import { ShareLink } from './ShareLink.tsx';
import { isWholeShare, shareRequest, type ShareChoice } from './shareChoice.ts';
import { useBrowser } from '../../shared/services/browser.ts';
import { useFormats } from '../../../i18n/index.ts';
import './share.css';

export interface ShareDialogProps {
  readonly units: readonly { readonly unit_id: number; readonly name: string }[];
  readonly onClose: () => void;
}

/** Makes a link by which people without a login see the units for a while, and lists the links that work. */
export function ShareDialog({ units, onClose }: ShareDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const { clock } = useBrowser();
  const act = useAct();
  const [url, setUrl] = useState<string | null>(null);
  const [choice, setChoice] = useState<ShareChoice>(() => ({
    name: units.length === 1 ? (units[0]?.name ?? '') : t('share.defaultName', { count: units.length }),
    span: 'hour',
    from: '',
    to: '',
    names: true,
    trail: false,
    zones: false,
    driver: false,
  }));
  const create = async (): Promise<void> => {
    const { timeZone } = settings;
    const request = shareRequest(choice, units, { now: clock.getSnapshot(), timeZone, language: i18n.language });
    const made = await act.run('createShare', request);
    if (made !== null) setUrl(made.url);
  };
  return (
    <Dialog
      open
      wide
      title={t('share.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        url === null ? (
          <>
            <Button variant="quiet" onPress={onClose}>
              {t('common.cancel')}
            </Button>
            <Button variant="primary" busy={act.busy} isDisabled={!isWholeShare(choice)} onPress={() => void create()}>
              {t('share.create')}
            </Button>
          </>
        ) : (
          <Button onPress={onClose}>{t('common.close')}</Button>
        )
      }>
      <div className="share">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {url === null ? (
          <>
            <p className="dim">{t('share.lead')}</p>
            <p>{t('share.units', { names: units.map(({ name }) => name).join(', ') })}</p>
            <ShareFields
              choice={choice}
              problems={act.problem?.fields ?? []}
              onChange={(part) => setChoice({ ...choice, ...part })}
            />
          </>
        ) : (
          <ShareLink url={url} />
        )}
        <OpenShares />
      </div>
    </Dialog>
  );
}
