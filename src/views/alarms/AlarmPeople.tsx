import { useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Avatar } from '../shared/account/Avatar.tsx';
import { useFleet } from '../shared/services/fleet.ts';
import { useSession } from '../shared/services/session.ts';
import { useStorePart } from '../shared/services/store.ts';

type People = readonly { readonly user_id: number; readonly name: string }[];
const NO_PEOPLE: People = [];

/** Says that this alarm is looked at, as long as it is shown in a tab that is in sight. */
export function useViewing(alarmId: number): void {
  const { viewAlarm } = useFleet();
  useEffect(() => {
    let leave: (() => void) | null = null;
    const follow = (): void => {
      leave?.();
      leave = document.hidden ? null : viewAlarm(alarmId);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leave?.();
    };
  }, [viewAlarm, alarmId]);
}

/** Who else looks at the alarm now. */
function useOthers(alarmId: number): People {
  const { user } = useSession();
  const people = useStorePart(useFleet().alarmViewers, (viewers) => viewers.get(alarmId) ?? NO_PEOPLE);
  return useMemo(() => people.filter(({ user_id: id }) => id !== user?.user_id), [people, user]);
}

/** The feed says what people are called in one text. */
function personOf(name: string) {
  const [first, ...rest] = name.split(' ');
  return { first_name: first, last_name: rest.at(-1) ?? '', username: name, picture: '' };
}

/** Initials of who else looks at the alarm now, with their names for the pointer and for screen readers. */
export function AlarmPeople({ alarmId, named = false }: { alarmId: number; named?: boolean }): ReactNode {
  const { t } = useTranslation();
  const others = useOthers(alarmId);
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <span className="alarm-people" title={t('alarms.lookingNow', { names })}>
      {others.map(({ user_id: id, name }) => (
        <Avatar key={id} person={personOf(name)} />
      ))}
      <span className={named ? 'dim' : 'visually-hidden'}>{t('alarms.lookingNow', { names })}</span>
    </span>
  );
}
