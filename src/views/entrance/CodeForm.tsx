import type { ReactNode } from 'react';
import { object } from 'yup';
import { CODE } from '../../domain/base/index.ts';
import { codeField } from '../../domain/user/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, TextField } from '../../ui/index.ts';
import { Form, useFormField } from '../../ui/forms/index.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';

const schema = object({ code: codeField });
const EMPTY = { code: '' };
/** First of the ten digits of Persian and Arabic writing, which keyboards of these languages give. */
const DIGIT_ZEROS = [0x06f0, 0x0660];

/** The digits of what was typed or pasted, whatever writing they came in and whatever was between them. */
export function digitsOf(text: string): string {
  return [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      const zero = DIGIT_ZEROS.find((first) => code >= first && code < first + 10);
      return zero === undefined ? sign : String(code - zero);
    })
    .join('')
    .replaceAll(/\D/g, '')
    .slice(0, CODE.digits);
}

function CodeField({ label }: { label: string }): ReactNode {
  const field = useFormField<string>('code', label);
  return (
    <TextField
      {...field}
      onChange={(text) => field.onChange(digitsOf(text))}
      name="code"
      label={label}
      direction="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      className="code-field"
      takesFocus
    />
  );
}

export interface CodeFormProps {
  label: string;
  submitLabel: string;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (code: string) => void;
  /** Seconds until another code may be asked for; null while none may be. */
  resendIn: number;
  resending: boolean;
  onResend: () => void;
  /** Another code is on its way: says so. */
  sentAgain: boolean;
}

/** The code that came by mail or text message, and another one when it did not come. */
export function CodeForm({
  label,
  submitLabel,
  busy,
  problem,
  onSubmit,
  resendIn,
  resending,
  onResend,
  sentAgain,
}: CodeFormProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      {problem !== null && <ProblemBanner problem={problem} />}
      <Form
        initial={EMPTY}
        schema={schema}
        onSubmit={({ code }) => void (busy || onSubmit(code))}
        problems={problem?.fields}
        label={t('passwordReset.codeTitle')}>
        <CodeField label={label} />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {submitLabel}
        </Button>
      </Form>
      <div className="entrance-resend">
        <Button variant="quiet" busy={resending} isDisabled={resendIn > 0} onPress={onResend}>
          {resendIn > 0 ? t('code.resendIn', { time: formats.duration(resendIn * 1_000) }) : t('code.resend')}
        </Button>
        <output className="entrance-note">{sentAgain ? t('code.sentAgain') : ''}</output>
      </div>
    </>
  );
}
