import { useState, type ReactNode } from 'react';
import { SECURITY, fromIso } from '../../domain/base/index.ts';
import type { ApiKey } from '../../domain/user/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Banner, Button, Dialog, EmptyState, KeyIcon, WarningIcon } from '../../ui/index.ts';
import { useClock } from '../shared/services/browser.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { CreateApiKey } from './CreateApiKey.tsx';
import { CopyButton } from './SecretText.tsx';
import { Section } from './Section.tsx';

const NOTHING = {};

/** Keys with which scripts call the API as their owner, within narrower bounds. */
export function ApiKeys(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getApiKeys', NOTHING);
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Section lead={t('apiKeys.lead')} answer={answer}>
      {({ api_keys: keys }) => (
        <>
          {keys.length === 0 && <EmptyState icon={<KeyIcon />} title={t('apiKeys.none')} />}
          <ul className="own-list">
            {keys.map((key) => (
              <KeyRow key={key.api_key_id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
          <div className="own-acts">
            <Button
              variant="primary"
              icon={<KeyIcon aria-hidden="true" />}
              isDisabled={keys.length >= SECURITY.apiKeys}
              onPress={() => setCreating(true)}>
              {t('apiKeys.create')}
            </Button>
          </div>
          {creating && (
            <CreateApiKey
              onClose={() => setCreating(false)}
              onCreated={(text) => {
                setCreating(false);
                setSecret(text);
                answer.reload();
              }}
            />
          )}
          {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
          {revoking !== null && (
            <Revoke apiKey={revoking} onClose={() => setRevoking(null)} onRevoked={answer.reload} />
          )}
        </>
      )}
    </Section>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const { expires_at: expires, last_used_at: used } = apiKey;
  const isOver = expires !== null && fromIso(expires) <= now;
  return (
    <li>
      <KeyIcon aria-hidden="true" className="own-icon" />
      <span className="own-words">
        <strong>{apiKey.name}</strong>{' '}
        <bdi dir="ltr" className="dim">
          {apiKey.prefix}…
        </bdi>{' '}
        {isOver && <Badge tone="serious">{t('apiKeys.expired')}</Badge>}
        <span className="own-note">
          {apiKey.account_name} · {t('apiKeys.resources', { count: Object.keys(apiKey.permissions).length })} ·{' '}
          {apiKey.may_ingest && `${t('apiKeys.ingests')} · `}
          {t('apiKeys.created', { time: formats.dateTime(fromIso(apiKey.created_at)) })}
        </span>
        <span className="own-note">
          {used === null ? t('apiKeys.neverUsed') : t('apiKeys.used', { time: formats.relative(fromIso(used), now) })} ·{' '}
          {expires === null
            ? t('apiKeys.noExpiry')
            : t('apiKeys.expires', { time: formats.dateTime(fromIso(expires)) })}
        </span>
      </span>
      <Button aria-label={t('apiKeys.revokeOf', { name: apiKey.name })} onPress={onRevoke}>
        {t('apiKeys.revoke')}
      </Button>
    </li>
  );
}

/** Shown once: the server keeps only what checks it. */
function Secret({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('apiKeys.secretTitle')}
      closeLabel={t('common.close')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('apiKeys.secretKept')}
        </Button>
      }>
      <div className="form">
        <Banner tone="caution" icon={<WarningIcon />}>
          {t('apiKeys.secretLead')}
        </Banner>
        <bdi className="secret" dir="ltr">
          {secret}
        </bdi>
        <div className="own-acts">
          <CopyButton text={secret} />
        </div>
      </div>
    </Dialog>
  );
}

function Revoke({
  apiKey,
  onClose,
  onRevoked,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onRevoked: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { done } = useNotify();
  const act = useAct();
  const revoke = async (): Promise<void> => {
    if ((await act.run('revokeApiKey', { api_key_id: apiKey.api_key_id })) === null) return;
    done(t('success.keyRevoked'));
    onRevoked();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('apiKeys.revokeOf', { name: apiKey.name })}
      confirmLabel={t('apiKeys.revoke')}
      danger
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => void revoke()}
      onClose={onClose}>
      {t('apiKeys.revokeLead')}
    </ConfirmDialog>
  );
}
