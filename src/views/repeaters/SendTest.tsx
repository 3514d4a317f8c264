import { useState, type ReactNode } from 'react';
import type { Repeater, RepeaterTest } from '../../domain/repeater/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, CheckIcon, Panel, SendIcon, WarningIcon } from '../../ui/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useAct } from '../shared/services/useAct.ts';
import { useProblemWords } from './problemWords.ts';

/** Sends the last position of a unit, and shows what the receiver answered. */
export function SendTest({ repeater }: { repeater: Repeater }): ReactNode {
  const { t } = useTranslation();
  const act = useAct();
  const words = useProblemWords();
  const [answer, setAnswer] = useState<RepeaterTest | null>(null);
  const send = async (): Promise<void> => {
    setAnswer(null);
    setAnswer(await act.run('testRepeater', { repeater_id: repeater.repeater_id }));
  };
  return (
    <Panel title={t('repeaters.test')}>
      <p className="dim">{t('repeaters.testLead')}</p>
      <div className="repeater-act">
        <Button busy={act.busy} icon={<SendIcon aria-hidden="true" />} onPress={() => void send()}>
          {t('repeaters.sendTest')}
        </Button>
      </div>
      <div aria-live="polite">
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {answer !== null &&
          (answer.ok || answer.code === null ? (
            <Banner tone="normal" icon={<CheckIcon />}>
              {t('repeaters.testTaken')}
            </Banner>
          ) : (
            <Banner tone="caution" icon={<WarningIcon />}>
              {words(answer.code, answer.detail)}
            </Banner>
          ))}
      </div>
    </Panel>
  );
}
