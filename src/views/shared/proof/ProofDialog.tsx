import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog, PasskeyIcon } from '../../../ui/index.ts';
import { Form, FormPasswordField, FormTextField } from '../../../ui/forms/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useBrowser } from '../services/browser.ts';
import { useFreshAnswer } from '../services/calls.ts';
import { useAct } from '../services/useAct.ts';

const NOTHING = {};
const EMPTY = { proof: '' };
const schema = object({ proof: string().required('validation.required').max(200, 'validation.maxLength') });

interface ProofDialogProps {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks who sits before the page: by the password, or a code or passkey where the person has one. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps): ReactNode {
  const { t } = useTranslation();
  const { passkeys } = useBrowser();
  const { value: methods, reload } = useFreshAnswer('startProof', NOTHING);
  const act = useAct();
  const [method, setMethod] = useState<'password' | 'code'>('password');
  const prove = async (proof: Parameters<typeof act.run<'proveIdentity'>>[1]): Promise<void> => {
    if ((await act.run('proveIdentity', proof)) !== null) onProven();
  };
  const byPasskey = async (): Promise<void> => {
    if (!methods?.passkey) return;
    const { options, ceremony } = methods.passkey;
    const response = await passkeys.answer(options);
    // Each ceremony is answered once.
    if (response === null) reload();
    else await prove({ ceremony, response });
  };
  const turnTo = (next: typeof method): void => {
    act.reset();
    setMethod(next);
  };
  return (
    <Dialog open role="alertdialog" onClose={onClose} title={t('security.title')} closeLabel={t('common.close')}>
      <Form
        key={method}
        initial={EMPTY}
        schema={schema}
        onSubmit={({ proof }) => prove(method === 'password' ? { password: proof } : { code: proof.trim() })}
        problems={act.problem?.fields?.map(({ message }) => ({ field: 'proof', message }))}
        label={t('security.title')}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <p>{t(method === 'password' ? 'security.lead' : 'security.codeLead')}</p>
        {method === 'password' ? (
          <FormPasswordField
            name="proof"
            label={t('fields.password')}
            autoComplete="current-password"
            required
            showLabel={t('common.showPassword')}
            hideLabel={t('common.hidePassword')}
          />
        ) : (
          <FormTextField
            name="proof"
            label={t('fields.code')}
            autoComplete="one-time-code"
            direction="ltr"
            required
            takesFocus
          />
        )}
        <div className="own-acts">
          <Button type="submit" variant="primary" busy={act.busy}>
            {t('security.confirm')}
          </Button>
          {methods?.passkey && passkeys.supported && (
            <Button icon={<PasskeyIcon aria-hidden="true" />} isDisabled={act.busy} onPress={() => void byPasskey()}>
              {t('security.byPasskey')}
            </Button>
          )}
          {method === 'code' && (
            <Button variant="quiet" onPress={() => turnTo('password')}>
              {t('security.byPassword')}
            </Button>
          )}
          {method === 'password' && methods?.code && (
            <Button variant="quiet" onPress={() => turnTo('code')}>
              {t('security.byCode')}
            </Button>
          )}
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
