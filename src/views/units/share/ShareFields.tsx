import type { ReactNode } from 'react';
import type { FieldProblem } from '../../../api/contract/index.ts';
import { LENGTH } from '../../../domain/base/index.ts';
import { SHOWS_ZONES } from '../../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Checkbox, RadioGroup, TextField } from '../../../ui/index.ts';
import { DateTimeField } from '../../shared/time/DateTimeField.tsx';
import { useSession } from '../../shared/services/session.ts';
import { SHARE_SPANS, type ShareChoice } from './shareChoice.ts';

const OPTIONS = ['names', 'trail', 'zones', 'driver'] as const;

/** Name, time and what is shown. */
export function ShareFields({
  choice,
  problems,
  onChange,
}: {
  readonly choice: ShareChoice;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (part: Partial<ShareChoice>) => void;
}): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const { can } = useSession();
  const errorOf = (name: string): string | undefined => problems.find(({ field }) => field === name)?.message;
  return (
    <>
      <TextField
        label={t('share.name')}
        required
        maxLength={LENGTH.shareName.max}
        value={choice.name}
        error={errorOf('name')}
        onChange={(name) => onChange({ name })}
      />
      <RadioGroup
        look="segments"
        label={t('share.span')}
        value={choice.span}
        options={SHARE_SPANS.map((value) => ({ value, label: t(`share.spans.${value}`) }))}
        onChange={(span) => onChange({ span })}
      />
      {choice.span === 'dated' && (
        <>
          <div className="share-dates">
            <DateTimeField
              label={t('share.from')}
              value={choice.from}
              error={errorOf('from')}
              onChange={(from) => onChange({ from })}
            />
            <DateTimeField
              label={t('share.to')}
              required
              value={choice.to}
              error={errorOf('to')}
              onChange={(to) => onChange({ to })}
            />
          </div>
          <p className="dim">{t('dateField.zone', { zone: settings.timeZone })}</p>
        </>
      )}
      <fieldset className="share-options">
        <legend className="field-label">{t('share.shows')}</legend>
        {OPTIONS.filter((option) => option !== 'zones' || can(SHOWS_ZONES)).map((option) => (
          <Checkbox key={option} selected={choice[option]} onChange={(on) => onChange({ [option]: on })}>
            {t(`share.options.${option}`)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  );
}
