import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import { codeField, type Profile } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, Dialog, ShieldIcon, WarningIcon } from '../../ui/index.ts';
import { Form, FormPasswordField, FormTextField } from '../../ui/forms/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { saveFile } from '../shared/list/csv.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { QrCode } from './QrCode.tsx';
import { CopyButton } from './SecretText.tsx';
import { Section } from './Section.tsx';

const NOTHING = {};
/** From so few recovery codes on, people are asked to renew them. */
const FEW_CODES = 3;

type Task =
  | { readonly kind: 'setUp'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'disable' | 'renew' };

/** A second step at sign-in by an authenticator (RFC 6238), with recovery codes for the day when the phone is gone. */
export function TwoFactor(): ReactNode {
  const { t } = useTranslation();
  const profile = useAnswer('getUserProfile', NOTHING);
  const act = useAct();
  const { done } = useNotify();
  const [task, setTask] = useState<Task | null>(null);
  const close = (): void => {
    act.reset();
    setTask(null);
  };
  const start = async (): Promise<void> => {
    const started = await act.run('startTwoFactor', {});
    if (started !== null) setTask({ kind: 'setUp', ...started });
  };
  const showCodes = (codes: readonly string[]): void => {
    setTask({ kind: 'codes', codes });
    profile.reload();
  };
  const confirm = async (code: string): Promise<void> => {
    const confirmed = await act.run('confirmTwoFactor', { code });
    if (confirmed !== null) showCodes(confirmed.recovery_codes);
  };
  const withPassword = async (kind: 'disable' | 'renew', password: string): Promise<void> => {
    if (kind === 'renew') {
      const renewed = await act.run('renewRecoveryCodes', { password });
      if (renewed !== null) showCodes(renewed.recovery_codes);
    } else if ((await act.run('disableTwoFactor', { password })) !== null) {
      close();
      done(t('success.twoFactorOff'));
      profile.reload();
    }
  };
  return (
    <Section lead={t('twoFactor.lead')} answer={profile}>
      {(value) => (
        <>
          <State profile={value} busy={act.busy} onStart={() => void start()} onTask={setTask} />
          {task === null && act.problem !== null && <ProblemBanner problem={act.problem} />}
          {task?.kind === 'setUp' && (
            <SetUp
              {...task}
              busy={act.busy}
              problem={act.problem}
              onConfirm={(code) => void confirm(code)}
              onClose={close}
            />
          )}
          {task?.kind === 'codes' && <RecoveryCodes codes={task.codes} username={value.username} onClose={close} />}
          {(task?.kind === 'disable' || task?.kind === 'renew') && (
            <PasswordDialog
              kind={task.kind}
              busy={act.busy}
              problem={act.problem}
              onSubmit={(password) => void withPassword(task.kind, password)}
              onClose={close}
            />
          )}
        </>
      )}
    </Section>
  );
}

function State({
  profile,
  busy,
  onStart,
  onTask,
}: {
  profile: Profile;
  busy: boolean;
  onStart: () => void;
  onTask: (task: Task) => void;
}): ReactNode {
  const { t } = useTranslation();
  if (!profile.two_factor_enabled) {
    return (
      <div className="own-acts">
        <Button variant="primary" busy={busy} icon={<ShieldIcon aria-hidden="true" />} onPress={onStart}>
          {t('twoFactor.setUp')}
        </Button>
      </div>
    );
  }
  const left = profile.recovery_codes_left;
  return (
    <>
      <Banner tone="normal" icon={<ShieldIcon />}>
        {t('twoFactor.isOn')}
      </Banner>
      {left <= FEW_CODES && (
        <Banner tone="caution" icon={<WarningIcon />}>
          {t('twoFactor.codesLeft', { count: left })}
        </Banner>
      )}
      {left > FEW_CODES && <p className="dim">{t('twoFactor.codesLeft', { count: left })}</p>}
      <div className="own-acts">
        <Button onPress={() => onTask({ kind: 'renew' })}>{t('twoFactor.renew')}</Button>
        <Button variant="danger" onPress={() => onTask({ kind: 'disable' })}>
          {t('twoFactor.disable')}
        </Button>
      </div>
    </>
  );
}

const codeSchema = object({ code: codeField });
const NO_CODE = { code: '' };

interface SetUpProps {
  secret: string;
  uri: string;
  busy: boolean;
  problem: Problem | null;
  onConfirm: (code: string) => void;
  onClose: () => void;
}

function SetUp({ secret, uri, busy, problem, onConfirm, onClose }: SetUpProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog open wide role="alertdialog" onClose={onClose} title={t('twoFactor.setUp')} closeLabel={t('common.close')}>
      <div className="two-factor-setup">
        <QrCode text={uri} label={t('twoFactor.qr')} />
        <div className="form">
          <p>{t('twoFactor.scan')}</p>
          <p className="dim">{t('twoFactor.byHand')}</p>
          <bdi className="secret" dir="ltr">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </bdi>
          {problem !== null && <ProblemBanner problem={problem} />}
          <Form
            initial={NO_CODE}
            schema={codeSchema}
            onSubmit={({ code }) => void (busy || onConfirm(code))}
            problems={problem?.fields}
            label={t('twoFactor.setUp')}>
            <FormTextField
              name="code"
              label={t('secondStep.code')}
              direction="ltr"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
            />
            <div className="own-acts">
              <Button type="submit" variant="primary" busy={busy}>
                {t('twoFactor.confirm')}
              </Button>
              <Button variant="quiet" onPress={onClose}>
                {t('common.cancel')}
              </Button>
            </div>
          </Form>
        </div>
      </div>
    </Dialog>
  );
}

/** Shown once: the server keeps only what checks them. */
function RecoveryCodes({
  codes,
  username,
  onClose,
}: {
  codes: readonly string[];
  username: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const text = codes.join('\n');
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('twoFactor.codesTitle')}
      closeLabel={t('common.close')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('twoFactor.codesKept')}
        </Button>
      }>
      <div className="form">
        <Banner tone="caution" icon={<WarningIcon />}>
          {t('twoFactor.codesLead')}
        </Banner>
        <ul className="secret-codes" dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="own-acts">
          <CopyButton text={text} />
          <Button onPress={() => saveFile(`${username}-recovery-codes.txt`, `${text}\n`, 'text/plain;charset=utf-8')}>
            {t('secret.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const passwordSchema = object({ password: string().required('validation.required').max(200, 'validation.maxLength') });
const NO_PASSWORD = { password: '' };

interface PasswordDialogProps {
  kind: 'disable' | 'renew';
  busy: boolean;
  problem: Problem | null;
  onSubmit: (password: string) => void;
  onClose: () => void;
}

/** A screen that is left unlocked must not cost its owner the second step. */
function PasswordDialog({ kind, busy, problem, onSubmit, onClose }: PasswordDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Dialog open role="alertdialog" onClose={onClose} title={t(`twoFactor.${kind}`)} closeLabel={t('common.close')}>
      <Form
        initial={NO_PASSWORD}
        schema={passwordSchema}
        onSubmit={({ password }) => void (busy || onSubmit(password))}
        problems={problem?.fields}
        label={t(`twoFactor.${kind}`)}>
        <p>{t(`twoFactor.${kind}Lead`)}</p>
        {problem !== null && <ProblemBanner problem={problem} />}
        <FormPasswordField
          name="password"
          label={t('fields.password')}
          autoComplete="current-password"
          required
          showLabel={t('common.showPassword')}
          hideLabel={t('common.hidePassword')}
        />
        <div className="own-acts">
          <Button type="submit" variant={kind === 'disable' ? 'danger' : 'primary'} busy={busy}>
            {t(`twoFactor.${kind}`)}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
