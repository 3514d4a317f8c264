import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { FormCheckbox, FormNumberField } from '../../../ui/forms/index.ts';
import { NowLine } from './present/NowLine.tsx';
import type { NowOf } from './present/now.ts';

interface Named {
  /** Path in the form, for example `static_drift.speed`. */
  name: string;
  /** Group of its texts: `label` and `hint` under `detection.<of>.<last part of the name>`. */
  of: 'trip' | 'theft' | 'refill' | 'threshold' | 'filters' | 'drift';
  /** What the settings check as it is now; left out of a setting that checks nothing. */
  now?: NowOf;
}

interface SettingProps extends Named {
  bounds: { readonly min: number; readonly max: number };
  measure?: 'kmh' | 'm' | 's' | 'l' | 'kmPerLitre' | 'hoursPerLitre';
  whole?: boolean;
  disabled?: boolean;
  /** What speaks against the value as it is. */
  warning?: string;
}

const keyOf = ({ name, of }: Named): string => `detection.${of}.${name.slice(name.lastIndexOf('.') + 1)}`;

/** A figure of the settings: unit beside it, its meaning and bounds below, and what speaks against it. */
function Setting({ name, of, bounds, measure, whole, disabled, warning, now }: SettingProps): ReactNode {
  const { t } = useTranslation();
  const key = keyOf({ name, of });
  return (
    <div className="setting">
      <FormNumberField
        name={name}
        label={t(`${key}.label`)}
        hint={`${t(`${key}.hint`)} ${t('detection.bounds', bounds)}`}
        whole={whole}
        disabled={disabled}
        measure={measure && t(`detection.measures.${measure}`)}
      />
      <NowLine now={now?.[name]} />
      {warning !== undefined && <p className="setting-warning">{warning}</p>}
    </div>
  );
}

export interface SettingsProps extends Pick<SettingProps, 'of' | 'now' | 'disabled'> {
  list: readonly Pick<SettingProps, 'name' | 'bounds' | 'measure' | 'whole'>[];
  warnings?: Readonly<Record<string, string | undefined>>;
}

/** Several figures of one group. */
export function Settings({ list, warnings, ...group }: SettingsProps): ReactNode {
  return list.map((setting) => (
    <Setting key={setting.name} {...group} {...setting} warning={warnings?.[setting.name]} />
  ));
}

/** A switch of the settings with its meaning below. */
export function SwitchSetting({ name, of, disabled, now }: Named & { disabled?: boolean }): ReactNode {
  const { t } = useTranslation();
  const key = keyOf({ name, of });
  return (
    <div className="setting setting-switch">
      <FormCheckbox name={name} label={t(`${key}.label`)} disabled={disabled} />
      <p className="field-hint">{t(`${key}.hint`)}</p>
      <NowLine now={now?.[name]} />
    </div>
  );
}
