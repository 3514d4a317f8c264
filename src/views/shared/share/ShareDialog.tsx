import { useState, type ReactNode } from 'react';
import { SHARE } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, Dialog, WarningIcon } from '../../../ui/index.ts';
import { Form } from '../../../ui/forms/index.ts';
import { FormButtons } from '../form/FormButtons.tsx';
import { ProblemBanner } from '../ProblemView.tsx';
import { useBrowser } from '../services/browser.ts';
import { useAct } from '../services/useAct.ts';
import { OpenShares } from './OpenShares.tsx';
import { ShareFields } from './ShareFields.tsx';
import { ShareLink } from './ShareLink.tsx';
import { newChoice, shareChoiceSchema, shareRequest, type ShareChoice } from './shareChoice.ts';
import './share.css';

/** A unit that is to be shared. */
export interface SharedThing {
  readonly unit_id: number;
  readonly name: string;
}

export interface ShareDialogProps {
  readonly units: readonly SharedThing[];
  /** What recipients read above the map, until another name is typed; absent: the unit, or how many they are. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

/** Makes a link by which people without a login see the units for a while, and lists the links that work. */
export function ShareDialog({ units, name, onClose }: ShareDialogProps): ReactNode {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Dialog
      open
      wide
      title={t('share.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      {...(url !== null && { actions: <Button onPress={onClose}>{t('common.close')}</Button> })}>
      <div className="share">
        {url !== null ? (
          <ShareLink url={url} />
        ) : units.length > SHARE.units ? (
          <Banner tone="caution" icon={<WarningIcon />}>
            {t('share.tooManyUnits', { count: units.length, max: SHARE.units })}
          </Banner>
        ) : (
          <NewShare units={units} name={name} onMade={setUrl} onClose={onClose} />
        )}
        <OpenShares />
      </div>
    </Dialog>
  );
}

function NewShare({
  units,
  name,
  onMade,
  onClose,
}: ShareDialogProps & { readonly onMade: (url: string) => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const { clock } = useBrowser();
  const act = useAct();
  const usual = units.length === 1 ? (units[0]?.name ?? '') : t('share.defaultName', { count: units.length });
  const create = async (choice: ShareChoice): Promise<void> => {
    const { timeZone } = settings;
    const request = shareRequest(choice, units, { now: clock.getSnapshot(), timeZone, language: i18n.language });
    const made = await act.run('createShare', request);
    if (made !== null) onMade(made.url);
  };
  return (
    <Form<ShareChoice>
      label={t('share.title')}
      className="share"
      initial={newChoice(name ?? usual)}
      schema={shareChoiceSchema}
      problems={act.problem?.fields}
      onSubmit={create}>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <p className="dim">{t('share.lead')}</p>
      <p>{t('share.units', { names: units.map((unit) => unit.name).join(', ') })}</p>
      <ShareFields />
      <FormButtons busy={act.busy} onCancel={onClose} submitLabel={t('share.create')} />
    </Form>
  );
}
