import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Dialog, Kbd } from '../../ui/index.ts';
import { useShortcutGroups, type ShortcutGroup } from '../shared/shortcuts.tsx';

/** Keys that have no letter on them. */
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** Every shortcut that holds on the current screen. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const groups = merged(useShortcutGroups());
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} closeLabel={t('common.close')} wide>
      <div className="help">
        {groups.map((group) => (
          <section key={group.labelKey} aria-label={t(group.labelKey)}>
            <h3 className="help-group">{t(group.labelKey)}</h3>
            <dl className="help-list">
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.labelKey} className="help-row">
                  <dt>{t(shortcut.labelKey)}</dt>
                  <dd>
                    {shortcut.keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ' '}
                        <Kbd>{NAMES[key] ?? key}</Kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Parts of a screen add keys to the same group, each its own. */
function merged(groups: readonly ShortcutGroup[]): readonly ShortcutGroup[] {
  const byLabel = new Map<string, ShortcutGroup>();
  for (const { labelKey, shortcuts } of groups)
    byLabel.set(labelKey, { labelKey, shortcuts: [...(byLabel.get(labelKey)?.shortcuts ?? []), ...shortcuts] });
  return [...byLabel.values()];
}
