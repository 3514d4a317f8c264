import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ACCENTS, Button, Dialog, RadioGroup, Swatch } from '../../ui/index.ts';
import {
  CONTENT_WIDTHS,
  DENSITIES,
  DIRECTION_CHOICES,
  FOOTERS,
  LAYOUTS,
  SKIN_CHOICES,
  usePreferences,
} from '../shared/services/preferences.ts';

/** Skin, accent, layout, width, footer, row height and direction; each shows immediately. */
export function ThemeDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { preferences, change } = usePreferences();
  const options = <Value extends string>(values: readonly Value[], key: string) =>
    values.map((value) => ({ value, label: t(`theme.${key}.${String(value)}`) }));
  const hint =
    preferences.layout === 'horizontal' && preferences.skin === 'semi-dark' ? t('theme.semiDarkHorizontal') : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('theme.title')}
      closeLabel={t('common.close')}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('common.done')}
        </Button>
      }>
      <div className="theme">
        <p className="theme-lead">{t('theme.lead')}</p>
        <RadioGroup
          look="segments"
          label={t('theme.skin')}
          value={preferences.skin}
          options={options(SKIN_CHOICES, 'skins')}
          onChange={(skin) => change({ skin })}
          hint={hint}
        />
        <RadioGroup
          look="segments"
          label={t('theme.accent')}
          value={preferences.accent}
          options={ACCENTS.map((accent) => ({
            value: accent,
            label: t(`theme.accents.${accent}`),
            icon: <Swatch accent={accent} />,
          }))}
          onChange={(accent) => change({ accent })}
        />
        <RadioGroup
          look="segments"
          label={t('theme.layout')}
          value={preferences.layout}
          options={options(LAYOUTS, 'layouts')}
          onChange={(layout) => change({ layout })}
        />
        <RadioGroup
          look="segments"
          label={t('theme.contentWidth')}
          value={preferences.contentWidth}
          options={options(CONTENT_WIDTHS, 'contentWidths')}
          onChange={(contentWidth) => change({ contentWidth })}
        />
        <RadioGroup
          look="segments"
          label={t('theme.footer')}
          value={preferences.footer}
          options={options(FOOTERS, 'footers')}
          onChange={(footer) => change({ footer })}
        />
        <RadioGroup
          look="segments"
          label={t('theme.density')}
          value={preferences.density}
          options={options(DENSITIES, 'densities')}
          onChange={(density) => change({ density })}
        />
        <RadioGroup
          look="segments"
          label={t('theme.direction')}
          value={preferences.direction}
          options={options(DIRECTION_CHOICES, 'directions')}
          onChange={(direction) => change({ direction })}
        />
      </div>
    </Dialog>
  );
}
