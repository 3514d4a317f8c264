import { createContext, use, type ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge } from '../../ui/index.ts';
import { useAlarmSound } from '../shared/alarms/useAlarmSound.ts';
import { useAlarmSummary } from '../shared/alarms/useAlarmSummary.ts';

/** The queue, by the id of its screen: its menu entry counts what is open. */
export const ALARMS = 'alarms';
/** More are not counted: there is no room for the figure. */
const MOST_COUNTED = 99;

/** How many alarms are open. */
const CountContext = createContext(0);

/**
 * Counts open alarms for what lies within, and sounds for new ones but where they are `inSight`. In a large fleet they
 * change all the time: only what shows the count is drawn again.
 */
export function OpenAlarms({ inSight, children }: { inSight: boolean; children: ReactNode }): ReactNode {
  const alarms = useAlarmSummary();
  useAlarmSound(alarms, inSight);
  return <CountContext value={alarms?.open ?? 0}>{children}</CountContext>;
}

/** The title of the window, with what is open before it. */
export function WindowTitle({ title }: { title: string }): ReactNode {
  const { t } = useTranslation();
  const count = use(CountContext);
  return <title>{count > 0 ? t('shell.titleCount', { count, title }) : title}</title>;
}

/** How many alarms wait behind an entry of the menu, by the id of its screen. */
export function MenuCount({ screen }: { screen: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const count = use(CountContext);
  if (screen !== ALARMS || count === 0) return null;
  return (
    <span className="menu-count">
      <Badge tone="critical">
        <span aria-hidden="true">
          {count > MOST_COUNTED ? t('shell.over', { count: MOST_COUNTED }) : formats.number(count)}
        </span>
        <span className="visually-hidden">{t('shell.openAlarms', { count })}</span>
      </Badge>
    </span>
  );
}
