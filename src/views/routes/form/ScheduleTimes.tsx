import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { RouteForm, Schedule } from '../../../domain/route/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ClockField } from '../../../ui/index.ts';
import { NumberField, useFormField } from '../../../ui/forms/index.ts';

type Time = Schedule['times'][number];

/** When each checkpoint is due; the first one of an ordered route is left at the start. */
export function ScheduleTimes({ schedule, path }: { schedule: Schedule; path: string }): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<RouteForm>();
  const { checkpoints, order_rule: order } = values;
  const { error: problem } = useFormField<readonly Time[]>(path, t('routes.schedule.times'));
  const put = (checkpoint: number, change: Partial<Time>): void => {
    const before = schedule.times.find((time) => time.checkpoint === checkpoint);
    const after: Time = { checkpoint, minutes: null, clock: null, tolerance: null, ...before, ...change };
    // In the order of the checkpoints; times of checkpoints that are gone go with them.
    const next = checkpoints.flatMap(({ key }) => {
      if (key === checkpoint) return [after];
      return schedule.times.find((time) => time.checkpoint === key) ?? [];
    });
    void setFieldValue(path, next);
  };
  const timed = order === 'any' ? checkpoints : checkpoints.slice(1);
  if (timed.length === 0) return <p className="dim">{t('routes.schedule.noTimes')}</p>;
  return (
    <fieldset className="route-times">
      <legend className="field-label">{t('routes.schedule.times')}</legend>
      <p className="dim">{t(`routes.schedule.timesHint.${schedule.timing}`)}</p>
      {timed.map(({ key, name }) => {
        const time = schedule.times.find(({ checkpoint }) => checkpoint === key);
        return (
          <div key={key} className="route-times-row">
            <bdi className="route-times-name">{name}</bdi>
            {schedule.timing === 'relative' ? (
              <NumberField
                label={t('routes.schedule.after', { name })}
                labelHidden
                whole
                value={time?.minutes ?? null}
                measure={t('routes.schedule.minutes')}
                onChange={(minutes) => put(key, { minutes: minutes as number | null })}
              />
            ) : (
              <ClockField
                label={t('routes.schedule.at', { name })}
                labelHidden
                value={time?.clock ?? null}
                onChange={(clock) => put(key, { clock })}
              />
            )}
            <NumberField
              label={t('routes.schedule.toleranceOf', { name })}
              labelHidden
              whole
              value={time?.tolerance ?? null}
              placeholder={String(schedule.tolerance)}
              measure={`± ${t('routes.schedule.minutes')}`}
              onChange={(tolerance) => put(key, { tolerance: tolerance as number | null })}
            />
          </div>
        );
      })}
      {problem !== undefined && <p className="field-error">{problem}</p>}
    </fieldset>
  );
}
