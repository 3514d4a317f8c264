import { useState, type ReactNode } from 'react';
import { object } from 'yup';
import { textLine } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { Form, FormTextField } from '../../ui/forms/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { digitsOf } from './CodeForm.tsx';

/** A code of the authenticator, or a recovery code in its place. */
const schema = object({ code: textLine().required('validation.required').max(20, 'validation.maxLength') });
const EMPTY = { code: '' };
const ONLY_DIGITS = /^[\d\s\u06f0-\u06f9\u0660-\u0669]+$/u;

/** The second step of signing in, where the user set it up. */
export function SecondStep(): ReactNode {
  const { t } = useTranslation();
  const { stage, problem, send } = useSession();
  const [recovery, setRecovery] = useState(false);
  const busy = stage === 'checkingCode';
  const submit = ({ code }: typeof EMPTY): void => {
    if (!busy) send({ type: 'session.sendCode', code: ONLY_DIGITS.test(code) ? digitsOf(code) : code });
  };
  const label = t(recovery ? 'secondStep.recoveryCode' : 'secondStep.code');
  return (
    <>
      {problem !== null && <ProblemBanner problem={problem} />}
      <Form
        key={String(recovery)}
        initial={EMPTY}
        schema={schema}
        onSubmit={submit}
        problems={problem?.fields}
        label={t('secondStep.title')}>
        <FormTextField
          name="code"
          label={label}
          hint={t(recovery ? 'secondStep.recoveryHint' : 'secondStep.hint')}
          direction="ltr"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          takesFocus
        />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('verification.confirm')}
        </Button>
      </Form>
      <Button variant="quiet" isDisabled={busy} onPress={() => setRecovery(!recovery)}>
        {t(recovery ? 'secondStep.useCode' : 'secondStep.useRecovery')}
      </Button>
      <Button variant="quiet" isDisabled={busy} onPress={() => send({ type: 'session.cancelCode' })}>
        {t('secondStep.otherUser')}
      </Button>
    </>
  );
}
