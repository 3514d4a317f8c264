import { useState, type ReactNode } from 'react';
import { DAY, fromIso, toIso } from '../../../domain/base/index.ts';
import { routes, type Route } from '../../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Link, Panel, PlusIcon, Skeleton } from '../../../ui/index.ts';
import { Answered } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useRunWords } from '../../shared/runs/useRunWords.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { PlanRun } from './PlanRun.tsx';
import { unitHref } from './RunLane.tsx';

/** Days back, and ahead, that are listed. */
const BACK = 14;
const AHEAD = 2;
/** Runs that are listed before the rest is asked for. */
const LISTED = 8;

/** How a route was driven lately, the latest first, with the runs that come next. */
export function LastRuns({ route }: { route: Route }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayIn = useMayIn();
  const now = useNow();
  const words = useRunWords(now);
  const [planning, setPlanning] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [opened] = useState(now);
  const answer = useAnswer(
    'getRouteRuns',
    { route_ids: [route.route_id], from: toIso(opened - BACK * DAY), to: toIso(opened + AHEAD * DAY), limit: 1_000 },
    ['route_run'],
  );
  return (
    <Panel title={t('routes.runs.title')}>
      {mayIn(route, routes.needs.change) && (
        <Button size="compact" icon={<PlusIcon aria-hidden="true" />} onPress={() => setPlanning(true)}>
          {t('routes.runs.plan')}
        </Button>
      )}
      {planning && <PlanRun routeId={route.route_id} onClose={() => setPlanning(false)} />}
      <Answered answer={answer} waiting={<Skeleton height="120px" />}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="dim">{t('routes.runs.never')}</p>
          ) : (
            <>
              <ul className="route-schedules">
                {runs
                  .toReversed()
                  .slice(0, isWhole ? runs.length : LISTED)
                  .map((run) => (
                    <li key={run.run_id}>
                      <Link href={unitHref(run, now)}>
                        <span className="figures">{formats.date(fromIso(run.start))}</span> · <bdi>{run.unit_name}</bdi>
                      </Link>
                      <div>{words.state(run)}</div>
                      <div className="dim">{words.detail(run)}</div>
                    </li>
                  ))}
              </ul>
              {!isWhole && runs.length > LISTED && (
                <Button size="compact" variant="quiet" onPress={() => setWhole(true)}>
                  {t('routes.runs.allRuns', { count: runs.length })}
                </Button>
              )}
            </>
          )
        }
      </Answered>
    </Panel>
  );
}
