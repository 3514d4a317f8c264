import { useMemo, useState, type ReactNode } from 'react';
import { toIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Link, Panel, Skeleton, StatusChip, type StatusShape, type StatusTone } from '../../../ui/index.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { useNow } from '../../shared/time/useNow.ts';
import {
  askedOf,
  Holding,
  isMeeting,
  isUnseen,
  nowLines,
  type NowFigure,
  type NowLine,
  type NowQuestion,
  type NowState,
} from './nowLines.ts';
import type { Watched } from './useWatched.ts';
import './now.css';

export interface NowPanelProps {
  readonly watched: Watched;
  readonly question: NowQuestion;
}

/** What a rule makes of the latest report of each unit that it watches, as the reports come and as it is written. */
export function NowPanel({ watched, question }: NowPanelProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const lines = useNowLines(watched, question);
  if (!can({ resource: 'units', action: 'r' })) return null;
  const isWaiting = lines.length === 0 && watched.loading;
  const hint = lines.length === 0 && !isSensorMissing(question) ? t('rules.live.noUnits') : hintOf(question, t);
  return (
    <Panel title={t('rules.now')} className="rule-live">
      {isWaiting && <Skeleton height="120px" />}
      {hint !== null && !isWaiting && <p className="dim">{hint}</p>}
      {hint === null && (
        <output className="rule-live-count">
          {t('rules.live.count', { meeting: lines.filter(isMeeting).length, count: lines.length })}
        </output>
      )}
      {!isSensorMissing(question) && lines.length > 0 && (
        <ul className="rule-live-lines" aria-label={t('rules.now')}>
          {lines.map((line) => (
            <Line key={line.unit.unit_id} line={line} />
          ))}
        </ul>
      )}
      {watched.more > 0 && <p className="dim">{t('rules.live.more', { count: watched.more })}</p>}
    </Panel>
  );
}

/** Nothing is to be seen before a sensor is chosen. */
const isSensorMissing = ({ conditions }: NowQuestion): boolean =>
  askedOf(conditions).some(({ kind, sensor }) => kind === 'sensor' && sensor === '');

/** What is yet to be filled in; null: nothing. */
function hintOf(question: NowQuestion, t: (key: string) => string): string | null {
  if (isSensorMissing(question)) return t('rules.live.noSensorYet');
  if (question.test !== null) return isUnseen(question) ? t('rules.live.unseen') : null;
  return t(
    askedOf(question.conditions).some(({ kind }) => kind !== 'sensor') ? 'rules.live.incomplete' : 'rules.live.noBound',
  );
}

/** The lines, rebuilt with every report that comes. */
function useNowLines({ units, readings }: Watched, question: NowQuestion): readonly NowLine[] {
  const { details, fleet } = useFleet();
  const positions = useStore(details);
  const [holding] = useState(() => new Holding());
  return useMemo(() => {
    const hasReported = (unitId: number): boolean => {
      const slot = fleet.slotOf(unitId);
      return slot >= 0 && fleet.times[slot] > 0;
    };
    return nowLines(units, question, { readings, positions, hasReported, holding });
  }, [units, readings, positions, fleet, holding, question]);
}

const LOOK: Readonly<
  Record<Exclude<NowState, 'open' | 'awaited'>, { readonly shape: StatusShape; readonly tone: StatusTone }>
> = {
  fires: { shape: 'square', tone: 'serious' },
  holds: { shape: 'square', tone: 'caution' },
  rests: { shape: 'disc', tone: 'normal' },
  noValue: { shape: 'hollow', tone: 'off' },
  noSensor: { shape: 'crossed', tone: 'off' },
};

function Line({ line }: { line: NowLine }): ReactNode {
  const { t } = useTranslation();
  const { time } = useFormats();
  const figureText = useFigureText();
  const { unit, figures, state, since } = line;
  const words = (): string => {
    if (state === 'holds' && since !== null) return t('rules.live.holds', { time: time(since) });
    return t(`rules.live.${state}`);
  };
  return (
    <li className="rule-live-line" data-meets={isMeeting(line) || undefined}>
      <Link className="rule-live-unit" href={`/unit/${unit.unit_id}/view`}>
        <bdi>{unit.name}</bdi>
      </Link>
      {state === 'awaited' ? (
        <Skeleton width="6em" />
      ) : (
        state !== 'open' && <StatusChip {...LOOK[state]}>{words()}</StatusChip>
      )}
      {figures.length > 0 && (
        <bdi className="figures rule-live-value">{figures.map((figure) => figureText(figure)).join(' · ')}</bdi>
      )}
      <Age line={line} />
    </li>
  );
}

function useFigureText(): (figure: NowFigure) => string {
  const { t } = useTranslation();
  const { speed } = useFormats();
  const text = useSensorText();
  return (figure) => {
    switch (figure.kind) {
      case 'sensor':
        return text.value(figure.sensor, figure.value);
      case 'speed':
        return speed(figure.value);
      case 'ignition':
        return t(`rules.words.ignition.${figure.value}`);
      case 'alarm':
        return figure.value;
    }
  };
}

/** How old the report is. */
function Age({ line: { time, state } }: { line: NowLine }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  if (time === null) return state === 'awaited' ? null : <span className="dim rule-live-age">{t('time.never')}</span>;
  return (
    <time className="figures dim rule-live-age" dateTime={toIso(time)} title={formats.preciseTime(time)}>
      {formats.relative(time, now)}
    </time>
  );
}
