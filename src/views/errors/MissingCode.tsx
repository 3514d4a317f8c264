import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { SECOND } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ErrorState, Skeleton } from '../../ui/index.ts';

/** What a server says that is asked for its version. */
export type ServerAnswer = 'away' | 'same' | 'newer';

export interface MissingCodeProps {
  /** Asks the server; never rejects. */
  readonly askServer: () => Promise<ServerAnswer>;
  /** Tries the code again. */
  readonly onAgain: () => void;
  readonly onReload: () => void;
  /** How often it was tried already. */
  readonly tries: number;
  readonly details: string;
}

/** Between two questions while the server is away. */
const ASK_PERIOD = 2 * SECOND;
/** A server that is there and does not have the code is asked for it so often. */
const MOST_TRIES = 3;

/** In place of a screen whose code did not come: why, and the screen itself as soon as it can be had. */
export function MissingCode({ askServer, onAgain, onReload, tries, details }: MissingCodeProps): ReactNode {
  const { t } = useTranslation();
  const { answer, ask } = useServerAnswer(askServer, tries < MOST_TRIES ? onAgain : null);
  const reload = (
    <Button variant="primary" onPress={onReload}>
      {t('errors.reload')}
    </Button>
  );
  if (answer === 'away')
    return (
      <ErrorState
        title={t('errors.unreachableTitle')}
        cause={t('errors.unreachableLead')}
        onRetry={ask}
        retryLabel={t('common.retry')}
      />
    );
  if (answer === 'newer') return <ErrorState title={t('errors.chunk')} cause="" action={reload} />;
  if (answer === 'same' && tries >= MOST_TRIES)
    return (
      <ErrorState
        title={t('errors.notLoadedTitle')}
        cause={t('errors.notLoadedLead')}
        correlation={`${t('errors.details')}: ${details}`}
        action={reload}
      />
    );
  return (
    <output aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton height="3em" />
    </output>
  );
}

/**
 * The server's last answer; null until it was asked. It is asked until it answers, at once when the network is back.
 */
function useServerAnswer(
  askServer: () => Promise<ServerAnswer>,
  onAgain: (() => void) | null,
): { readonly answer: ServerAnswer | null; readonly ask: () => void } {
  const [answer, setAnswer] = useState<ServerAnswer | null>(null);
  const [asked, setAsked] = useState(0);
  const take = useEffectEvent((next: ServerAnswer) => {
    setAnswer(next);
    if (next === 'same') onAgain?.();
  });
  const question = useEffectEvent(askServer);
  const ask = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const begin = async (): Promise<void> => {
      const next = await question();
      if (stopped) return;
      take(next);
      if (next === 'away') timer = setTimeout(ask, ASK_PERIOD);
    };
    void begin();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [asked, ask]);
  useEffect(() => {
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [ask]);
  return { answer, ask };
}
