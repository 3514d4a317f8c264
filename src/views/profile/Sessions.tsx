import { useState, type ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { ActiveSession } from '../../domain/user/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, DeviceSessionIcon } from '../../ui/index.ts';
import { useClock } from '../shared/services/browser.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { Section } from './Section.tsx';
import { deviceOf } from '../shared/userAgent.ts';

const NOTHING = {};

/** Where one is signed in; any of them may be ended. */
export function Sessions(): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getActiveSessions', NOTHING);
  const act = useAct();
  const { done } = useNotify();
  const [asking, setAsking] = useState(false);
  const end = async (data: { session_ids?: number[]; all_others?: boolean }): Promise<void> => {
    const ended = await act.run('logoutSessions', data);
    if (ended === null) return;
    setAsking(false);
    done(t('success.sessionsEnded', { count: ended.ended }));
    answer.reload();
  };
  return (
    <Section lead={t('sessions.lead')} answer={answer}>
      {({ sessions }) => (
        <>
          {act.problem !== null && !asking && <ProblemBanner problem={act.problem} />}
          <ul className="own-list">
            {sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow
                  key={session.session_id}
                  session={session}
                  busy={act.busy}
                  onEnd={() => void end({ session_ids: [session.session_id] })}
                />
              ))}
          </ul>
          {sessions.some(({ current }) => !current) && (
            <div className="own-acts">
              <Button variant="danger" isDisabled={act.busy} onPress={() => setAsking(true)}>
                {t('sessions.endOthers')}
              </Button>
            </div>
          )}
          {asking && (
            <ConfirmDialog
              title={t('sessions.endOthers')}
              confirmLabel={t('sessions.endOthersConfirm')}
              danger
              busy={act.busy}
              problem={act.problem}
              onConfirm={() => void end({ all_others: true })}
              onClose={() => {
                act.reset();
                setAsking(false);
              }}>
              {t('sessions.endOthersLead')}
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  );
}

function SessionRow({ session, busy, onEnd }: { session: ActiveSession; busy: boolean; onEnd: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const { browser, system } = deviceOf(session.user_agent);
  const name =
    browser !== '' && system !== ''
      ? t('sessions.device', { browser, system })
      : browser || system || t('sessions.unknownDevice');
  return (
    <li>
      <DeviceSessionIcon aria-hidden="true" className="own-icon" />
      <span className="own-words">
        <strong title={session.user_agent}>{name}</strong>{' '}
        {session.current && <Badge tone="accent">{t('sessions.this')}</Badge>}
        <span className="own-note">
          <bdi dir="ltr">{session.remote}</bdi>
          {session.account_name !== '' && ` · ${session.account_name}`}
        </span>
        <span className="own-note">
          {t('sessions.used', { time: formats.relative(fromIso(session.last_used_at), now) })} ·{' '}
          {t('sessions.since', { time: formats.dateTime(fromIso(session.created_at)) })}
        </span>
      </span>
      {!session.current && (
        <Button isDisabled={busy} aria-label={t('sessions.endOf', { name })} onPress={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
