import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import { LENGTH } from '../../domain/base/index.ts';
import type { Repeater } from '../../domain/repeater/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Dialog, KeyIcon, Panel } from '../../ui/index.ts';
import { Form, FormPasswordField } from '../../ui/forms/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';

const schema = object({
  password: string()
    .required('validation.required')
    .max(LENGTH.repeaterPassword.max, 'validation.maxLength')
    .matches(/^[^\r\n;]*$/, 'validation.invalid'),
});

/** The password that the receiver asks for: it can be set and removed, and is shown to nobody. */
export function PasswordPanel({ repeater }: { repeater: Repeater }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const act = useAct();
  const notify = useNotify();
  const close = (): void => {
    act.reset();
    setOpen(null);
  };
  const save = async (password: string): Promise<void> => {
    if ((await act.run('setRepeaterPassword', { repeater_id: repeater.repeater_id, password })) === null) return;
    notify.done(t(password === '' ? 'repeaters.passwordRemoved' : 'repeaters.passwordSaved'));
    setOpen(null);
  };
  return (
    <Panel title={t('fields.password')}>
      <p className="dim">{t(repeater.has_password ? 'repeaters.passwordIsSet' : 'repeaters.passwordIsNotSet')}</p>
      <div className="repeater-act">
        <Button size="compact" icon={<KeyIcon aria-hidden="true" />} onPress={() => setOpen('set')}>
          {t(repeater.has_password ? 'repeaters.changePassword' : 'repeaters.setPassword')}
        </Button>
        {repeater.has_password && (
          <Button size="compact" variant="quiet" onPress={() => setOpen('remove')}>
            {t('repeaters.removePassword')}
          </Button>
        )}
      </div>
      {open === 'set' && (
        <Dialog open title={t('repeaters.setPassword')} closeLabel={t('common.close')} onClose={close}>
          <Form<{ password: string }>
            label={t('repeaters.setPassword')}
            initial={{ password: '' }}
            schema={schema}
            problems={act.problem?.fields}
            className="form"
            onSubmit={({ password }) => save(password)}>
            {act.problem !== null && <ProblemBanner problem={act.problem} />}
            <FormPasswordField
              name="password"
              label={t('fields.password')}
              required
              takesFocus
              autoComplete="new-password"
              showLabel={t('common.showPassword')}
              hideLabel={t('common.hidePassword')}
            />
            <FormButtons busy={act.busy} onCancel={close} submitLabel={t('common.save')} />
          </Form>
        </Dialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('repeaters.removePassword')}
          confirmLabel={t('repeaters.removePassword')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void save('')}
          onClose={close}>
          {t('repeaters.removePasswordLead')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
