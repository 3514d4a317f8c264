import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { VisitMessage } from '../../../api/contract/index.ts';
import { failure, success } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { createPlaceSearchMachine } from '../../../machines/placeSearch/index.ts';
import type { Answered } from '../../../machines/shared/index.ts';
import { useFleet, type VisitQuestion } from '../../shared/services/fleet.ts';

/** What a search has found so far, and how many units it has gone through. */
export interface FoundSoFar {
  readonly visits: readonly Visit[];
  readonly done: number;
  readonly total: number;
  readonly truncated: boolean;
}

const NOTHING: FoundSoFar = { visits: [], done: 0, total: 0, truncated: false };

/** The question about a shape, or about the one that is chosen; null where nothing can be asked. */
type QuestionOf = (drawn: Shape | null) => VisitQuestion | null;

interface Around {
  readonly questionOf: QuestionOf;
  readonly onShape: (shape: Shape) => void;
  readonly brokenText: string;
  readonly unaskableText: string;
  readonly unexpectedText: string;
  readonly open: ReturnType<typeof useFleet>['openVisits'];
}

/** The search by place: its statechart over the server's stream, and what came of it. */
export function usePlaceSearch(questionOf: QuestionOf, onShape: (shape: Shape) => void) {
  const { t } = useTranslation();
  const { openVisits } = useFleet();
  const [found, setFound] = useState(NOTHING);
  const now: Around = {
    questionOf,
    onShape,
    brokenText: t('unitModes.place.broken'),
    unaskableText: t('validation.interval'),
    unexpectedText: t('errors.unexpected'),
    open: openVisits,
  };
  const [around] = useState(() => createAround(now));
  useEffect(() => around.set(now));
  const [machine] = useState(() => createPlaceSearchMachine<Shape>(effectsOf(around.get, setFound)));
  const [snapshot, send] = useMachine(machine);
  return { snapshot, send, found };
}

/** What the screen is at the moment: the statechart is made once. */
function createAround(first: Around) {
  let now = first;
  return { get: () => now, set: (next: Around) => void (now = next) };
}

function effectsOf(around: () => Around, setFound: (next: (before: FoundSoFar) => FoundSoFar) => void) {
  let stream: AsyncIterable<VisitMessage> = nothing();
  let connection = new AbortController();
  /** Just drawn: the address says so only a moment later. */
  let drawn: Shape | null = null;
  /** Cancelling ends it immediately, whether or not an answer was on its way. */
  const whileConnected = async <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    const leave = (): void => connection.abort();
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await work();
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };
  const refuse = (message: string) => failure({ code: ERROR.network, message, correlationId: null });
  return {
    async open(signal: AbortSignal): Promise<Answered<unknown>> {
      setFound(() => NOTHING);
      connection = new AbortController();
      const now = around();
      const question = now.questionOf(drawn);
      drawn = null;
      if (question === null)
        return failure({ code: ERROR.validation, message: now.unaskableText, correlationId: null });
      const opened = await whileConnected(signal, () => now.open(question, connection.signal));
      if (!opened.ok) return failure(opened.problem);
      stream = opened.value;
      return success({});
    },
    async read(signal: AbortSignal): Promise<Answered<unknown>> {
      const isWhole = await whileConnected(signal, () => readAll(stream, setFound, signal));
      return isWhole ? success({}) : refuse(around().brokenText);
    },
    keep(shape: Shape): void {
      drawn = shape;
      around().onShape(shape);
    },
    unexpectedText: () => around().unexpectedText,
  };
}

async function* nothing(): AsyncGenerator<VisitMessage> {}

/** Takes in messages as they come; answers whether the last one came. */
async function readAll(
  stream: AsyncIterable<VisitMessage>,
  setFound: (next: (before: FoundSoFar) => FoundSoFar) => void,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    for await (const message of stream) {
      if (signal.aborted) return true;
      setFound((before) => afterMessage(before, message));
      if (message.type === 'end') return true;
    }
    return false;
  } catch (error) {
    // The body's reader rejects with the abort or a TypeError, what is no JSON with a SyntaxError; anything else is a
    // bug.
    if (signal.aborted || error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

function afterMessage(before: FoundSoFar, message: VisitMessage): FoundSoFar {
  if (message.type === 'visits') return { ...before, visits: [...before.visits, ...message.visits] };
  const { done, total } = message;
  return { ...before, done, total, truncated: message.type === 'end' && message.truncated };
}
