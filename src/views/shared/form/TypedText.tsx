import { useFormikContext, type FormikValues } from 'formik';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { changedFields } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CopyIcon, Panel } from '../../../ui/index.ts';
import { typedText } from '../gone/typedText.ts';
import { useBrowser } from '../services/browser.ts';
import { useNotify } from '../services/toasts.ts';

export interface TypedTextProps {
  /** Where it is shown; a dialog shows it in its own place too. */
  readonly place: Element;
  readonly initial: object;
  readonly secrets: readonly string[];
  readonly nameOf: (field: string) => string;
}

/** In the place of a form that cannot be saved any more: what was typed, to be read and copied. */
export function TypedText({ place, initial, secrets, nameOf }: TypedTextProps): ReactNode {
  const { t } = useTranslation();
  const { copy } = useBrowser();
  const notify = useNotify();
  const { values } = useFormikContext<FormikValues>();
  const typed = Object.entries(changedFields(initial, values))
    .filter(([name]) => !secrets.includes(name))
    .map(([name, value]) => ({ name: nameOf(name), text: typedText(value) }))
    .filter(({ text }) => text !== '');
  if (typed.length === 0) return null;
  const whole = typed.map(({ name, text }) => `${name}: ${text}`).join('\n');
  const shown = (
    <Panel title={t('gone.typed')} label={t('gone.typed')} className="typed-text">
      <dl>
        {typed.map(({ name, text }) => [
          <dt key={`${name}.`}>{name}</dt>,
          <dd key={name}>
            <bdi>{text}</bdi>
          </dd>,
        ])}
      </dl>
      <Button
        icon={<CopyIcon aria-hidden="true" />}
        onPress={() => void copy(whole).then((copied) => copied && notify.done(t('common.copied')))}>
        {t('gone.copy')}
      </Button>
    </Panel>
  );
  return (
    <>
      {shown}
      {createPortal(shown, place)}
    </>
  );
}
