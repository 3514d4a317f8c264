import { useState, type ReactNode } from 'react';
import { object } from 'yup';
import { LENGTH, SECURITY, fromIso, requiredText } from '../../domain/base/index.ts';
import type { Passkey } from '../../domain/user/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, Button, Dialog, EmptyState, PasskeyIcon, WarningIcon } from '../../ui/index.ts';
import { Form, FormTextField } from '../../ui/forms/index.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { Section } from './Section.tsx';

const NOTHING = {};
const schema = object({ name: requiredText(LENGTH.keyName) });

/** Passkeys (WebAuthn): signing in by a device, without a password. */
export function Passkeys(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getPasskeys', NOTHING);
  const { passkeys } = useBrowser();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Section lead={t('passkeys.lead')} answer={answer}>
      {(value) => (
        <>
          {!passkeys.supported && (
            <Banner tone="caution" icon={<WarningIcon />}>
              {t('passkeys.unsupported')}
            </Banner>
          )}
          {value.passkeys.length === 0 && <EmptyState icon={<PasskeyIcon />} title={t('passkeys.none')} />}
          <ul className="own-list">
            {value.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkey_id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </ul>
          {passkeys.supported && (
            <div className="own-acts">
              <Button
                variant="primary"
                icon={<PasskeyIcon aria-hidden="true" />}
                isDisabled={value.passkeys.length >= SECURITY.passkeys}
                onPress={() => setAdding(true)}>
                {t('passkeys.add')}
              </Button>
              {value.passkeys.length >= SECURITY.passkeys && (
                <span className="dim">{t('passkeys.most', { count: SECURITY.passkeys })}</span>
              )}
            </div>
          )}
          {adding && <AddPasskey onClose={() => setAdding(false)} onAdded={answer.reload} />}
          {removing !== null && (
            <RemovePasskey passkey={removing} onClose={() => setRemoving(null)} onRemoved={answer.reload} />
          )}
        </>
      )}
    </Section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const used =
    passkey.last_used_at === null
      ? t('apiKeys.neverUsed')
      : t('apiKeys.used', { time: formats.dateTime(fromIso(passkey.last_used_at)) });
  return (
    <li>
      <PasskeyIcon aria-hidden="true" className="own-icon" />
      <span className="own-words">
        <strong>{passkey.name}</strong>
        <span className="own-note">
          {t('apiKeys.created', { time: formats.dateTime(fromIso(passkey.created_at)) })} · {used}
        </span>
      </span>
      <Button aria-label={t('passkeys.removeOf', { name: passkey.name })} onPress={onRemove}>
        {t('common.remove')}
      </Button>
    </li>
  );
}

function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }): ReactNode {
  const { t } = useTranslation();
  const { passkeys } = useBrowser();
  const { done } = useNotify();
  const act = useAct();
  const [waiting, setWaiting] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const [initial] = useState({ name: t('passkeys.defaultName') });
  const add = async ({ name }: { name: string }): Promise<void> => {
    setCancelled(false);
    const started = await act.run('startPasskey', {});
    if (started === null) return;
    setWaiting(true);
    const response = await passkeys.create(started.options).finally(() => setWaiting(false));
    if (response === null) return setCancelled(true);
    if ((await act.run('addPasskey', { ceremony: started.ceremony, response, name })) === null) return;
    done(t('success.passkeyAdded'));
    onAdded();
    onClose();
  };
  return (
    <Dialog open role="alertdialog" onClose={onClose} title={t('passkeys.add')} closeLabel={t('common.close')}>
      <Form initial={initial} schema={schema} onSubmit={add} problems={act.problem?.fields} label={t('passkeys.add')}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {cancelled && <Banner tone="info">{t('passkeys.cancelled')}</Banner>}
        <FormTextField name="name" label={t('fields.name')} hint={t('passkeys.nameHint')} required />
        <div className="own-acts">
          <Button type="submit" variant="primary" busy={act.busy || waiting}>
            {t('passkeys.create')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function RemovePasskey({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: Passkey;
  onClose: () => void;
  onRemoved: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { done } = useNotify();
  const act = useAct();
  const remove = async (): Promise<void> => {
    if ((await act.run('deletePasskey', { passkey_id: passkey.passkey_id })) === null) return;
    done(t('success.passkeyRemoved'));
    onRemoved();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('passkeys.removeOf', { name: passkey.name })}
      confirmLabel={t('common.remove')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void remove()}
      onClose={onClose}>
      {t('passkeys.removeLead')}
    </ConfirmDialog>
  );
}
