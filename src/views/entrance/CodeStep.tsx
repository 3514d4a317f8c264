import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import type { CodeContext, CodeEvent } from '../../machines/shared/index.ts';
import { CodeForm } from './CodeForm.tsx';

interface CodeStepProps {
  snapshot: {
    readonly context: Pick<CodeContext<unknown>, 'problem' | 'resendIn' | 'sent'>;
    hasTag(tag: 'busy' | 'sending'): boolean;
  };
  send: (event: CodeEvent) => void;
  submitLabel: string;
}

/** The form for a code, bound to the workflow that sent it. */
export function CodeStep({ snapshot, send, submitLabel }: CodeStepProps): ReactNode {
  const { t } = useTranslation();
  const { problem, resendIn, sent } = snapshot.context;
  return (
    <CodeForm
      label={t('code.label')}
      submitLabel={submitLabel}
      busy={snapshot.hasTag('busy')}
      problem={problem}
      onSubmit={(code) => send({ type: 'code.check', code })}
      resendIn={resendIn}
      resending={snapshot.hasTag('sending')}
      onResend={() => send({ type: 'code.resend' })}
      sentAgain={sent > 1}
    />
  );
}
