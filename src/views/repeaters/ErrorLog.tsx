import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { Repeater } from '../../domain/repeater/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Panel, Skeleton } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useReloading } from '../shared/services/useReloading.ts';
import { useProblemWords } from './problemWords.ts';
import { REFRESH } from './useRepeaterCells.tsx';

/** The last errors, newest first. */
export function ErrorLog({ repeater }: { repeater: Repeater }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useProblemWords();
  const answer = useAnswer('getRepeaterLog', { repeater_id: repeater.repeater_id }, ['repeater']);
  useReloading(answer.reload, repeater.state === 'running' ? null : REFRESH);
  return (
    <Panel title={t('repeaters.log')}>
      <Answered answer={answer} waiting={<Skeleton height="4rem" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="dim">{t('repeaters.noErrors')}</p>
          ) : (
            <ol className="repeater-log" aria-label={t('repeaters.log')}>
              {rows.map(({ entry_id: id, at, code, detail, unit_name: unit, messages }) => (
                <li key={id}>
                  <time className="figures dim" dateTime={at}>
                    {formats.preciseTime(fromIso(at))}
                  </time>
                  <span>
                    {unit !== '' && (
                      <>
                        <bdi>{unit}</bdi>{' '}
                      </>
                    )}
                    {words(code, detail)}
                    {messages > 0 && ` ${t('repeaters.messages', { count: messages })}`}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
    </Panel>
  );
}
