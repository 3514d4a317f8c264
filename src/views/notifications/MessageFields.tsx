import { useFormikContext } from 'formik';
import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { TAGS, unknownTags, type NotificationForm } from '../../domain/notification/index.ts';
import { direction, LANGUAGES, pickLanguage, useTranslation } from '../../i18n/index.ts';
import { Button, RadioGroup, TextField } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useAnswer } from '../shared/services/calls.ts';

/** The message in each language; where nothing is written, the product's own words. */
export function MessageFields(): ReactNode {
  const { t, i18n } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  const field = useFormField<NotificationForm['messages']>('messages', t('fields.text'));
  const [lang, setLang] = useState(() => pickLanguage([i18n.language]));
  const place = values.messages.findIndex((message) => message.lang === lang);
  const text = values.messages[place]?.text ?? '';
  const wrong = useWrongTexts();
  const own = wrong.find((each) => each.lang === lang)?.problem ?? (wrong.length === 0 ? field.error : undefined);
  const others = wrong.filter((each) => each.lang !== lang);
  const put = (next: string): void => {
    const rest = values.messages.filter((message) => message.lang !== lang);
    field.onChange(next === '' ? rest : [...rest, { lang, text: next }]);
  };
  return (
    <div className="notification-message">
      <p className="dim">{t('notifications.wordsLead')}</p>
      <RadioGroup
        label={t('notifications.language')}
        look="segments"
        value={lang}
        onChange={setLang}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <div dir={direction(lang)} lang={lang}>
        <TextField
          label={t('notifications.messageIn', { language: t(`language.${lang}`) })}
          value={text}
          maxLength={LENGTH.notificationText.max}
          autoComplete="off"
          {...(own !== undefined && { error: own })}
          onChange={put}
          onBlur={field.onBlur}
        />
      </div>
      {others.map(({ lang: other, problem }) => (
        <p key={other} className="field-error">
          {t('notifications.inLanguage', { language: t(`language.${other}`), problem })}
        </p>
      ))}
      <fieldset className="choice-field">
        <legend className="field-label">{t('notifications.tags')}</legend>
        <div className="notification-tags">
          {TAGS.map((tag) => (
            <Button
              key={tag}
              size="compact"
              variant="quiet"
              aria-label={t('notifications.addTag', { name: t(`notifications.tag.${tag}`) })}
              onPress={() => put(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}%${tag}%`)}>
              <bdi>{t(`notifications.tag.${tag}`)}</bdi>
            </Button>
          ))}
        </div>
      </fieldset>
      <Preview lang={lang} text={text} />
    </div>
  );
}

/** Texts with tags that do not exist: said while they are typed, as there is no preview of them. */
function useWrongTexts(): readonly { readonly lang: string; readonly problem: string }[] {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  return values.messages.flatMap(({ lang, text }) => {
    const [tag] = unknownTags(text);
    return tag === undefined ? [] : [{ lang, problem: t('validation.unknownTag', { tag }) }];
  });
}

/** How the message comes out, with the values of the latest alarm. */
function Preview({ lang, text }: { lang: string; text: string }): ReactNode {
  const { t } = useTranslation();
  const { value } = useAnswer('previewNotification', unknownTags(text).length > 0 ? null : { lang, text });
  if (value === null) return null;
  return (
    <section className="notification-preview" aria-label={t('notifications.preview')} lang={lang} dir={direction(lang)}>
      <strong>{value.title}</strong>
      <p>{value.text}</p>
    </section>
  );
}
