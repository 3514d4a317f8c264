import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/index.ts';
import { WhileThere, isGone } from './gone/WhileThere.tsx';
import { ProblemBanner, ProblemState } from './ProblemView.tsx';
import { useScreenName, type ScreenName } from './address/screenName.ts';
import type { Answer } from './services/calls.ts';

export interface UnansweredProps {
  readonly answer: Pick<Answer<unknown>, 'problem' | 'reload'>;
  /** What could not be loaded, where the usual words would not say it. */
  readonly title?: string;
  /** True where nothing else is on the screen. */
  readonly isScreen?: boolean;
  /** What is shown until then. */
  readonly children: ReactNode;
}

/** In the place of what was not answered: why, and a button to ask again; until then what is shown of waiting. */
export function Unanswered({
  answer: { problem, reload },
  title,
  isScreen = false,
  children,
}: UnansweredProps): ReactNode {
  if (problem === null) return children;
  return (
    <ProblemState problem={problem} onRetry={reload} isScreen={isScreen} {...(title === undefined ? {} : { title })} />
  );
}

export interface AnsweredProps<Value> {
  readonly answer: Answer<Value>;
  /** What is shown until the first answer. */
  readonly waiting: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** A part of a screen that the server is asked for. */
export function Answered<Value>({ answer, waiting, children }: AnsweredProps<Value>): ReactNode {
  return answer.value === null ? <Unanswered answer={answer}>{waiting}</Unanswered> : children(answer.value);
}

export interface WaitingScreenProps {
  /** The class of the screen that comes, for its width and gaps. */
  readonly className: string;
  /** Heights in px of what will stand below the title. */
  readonly blocks: readonly number[];
}

/** A screen before its answer: a title and what is below it, as bars. */
export function WaitingScreen({ className, blocks }: WaitingScreenProps): ReactNode {
  return (
    <div className={className} aria-busy="true">
      <Skeleton width="30%" height="1.75rem" />
      {blocks.map((height, place) => (
        <Skeleton key={`${place} ${height}`} height={`${height}px`} />
      ))}
    </div>
  );
}

export interface AnswerScreenProps<Value> extends WaitingScreenProps {
  readonly answer: Answer<Value>;
  /** Whether a value is what the address asks for: the last answer stays while the next one is awaited. */
  readonly isAsked: (value: Value) => boolean;
  /** What is said once the thing that was shown is gone; left out: it stays with the problem above it. */
  readonly gone?: (value: Value) => ReactNode;
  /** What breadcrumbs and document title call the thing. */
  readonly named?: (value: Value) => ScreenName;
  readonly children: (value: Value) => ReactNode;
}

/** A screen of one thing that the server is asked for. The shown value stays when a later answer fails, and says so. */
export function AnswerScreen<Value>({
  answer,
  isAsked,
  gone,
  named,
  children,
  ...waiting
}: AnswerScreenProps<Value>): ReactNode {
  const { value, problem } = answer;
  const isOver = gone !== undefined && isGone(problem);
  const thing = value !== null && isAsked(value) ? named?.(value) : undefined;
  // A thing that is gone has no page to go to.
  useScreenName(thing?.name ?? null, isOver ? undefined : thing?.page);
  if (value === null || !isAsked(value))
    return (
      <Unanswered answer={answer} isScreen>
        <WaitingScreen {...waiting} />
      </Unanswered>
    );
  return (
    <WhileThere gone={isOver ? gone(value) : null}>
      {problem !== null && <ProblemBanner problem={problem} />}
      {children(value)}
    </WhileThere>
  );
}
