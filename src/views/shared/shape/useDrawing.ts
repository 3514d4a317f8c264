import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { draftOf, type DraftShape, type Shape } from '../../../domain/geometry/index.ts';
import { createDrawingMachine } from '../../../machines/drawing/index.ts';

const drawingMachine = createDrawingMachine();

/** Drawing over a value that somebody else keeps, a field of a form for example: both follow each other. */
export function useDrawing(value: Shape | DraftShape | null, onChange: (draft: DraftShape | null) => void) {
  const [began] = useState(() => (value === null ? null : draftOf(value)));
  const [snapshot, send] = useMachine(drawingMachine, { input: { draft: began } });
  const { draft } = snapshot.context;
  const drawn = useRef(began);
  const kept = useRef<Shape | DraftShape | null>(value);
  useEffect(() => {
    if (draft === drawn.current) return;
    drawn.current = draft;
    kept.current = draft;
    onChange(draft);
  }, [draft, onChange]);
  useEffect(() => {
    if (value === kept.current) return;
    kept.current = value;
    drawn.current = value === null ? null : draftOf(value);
    send({ type: 'drawing.load', draft: drawn.current });
  }, [value, send]);
  return [snapshot, send] as const;
}

export type Drawing = ReturnType<typeof useDrawing>[0];
export type SendDrawing = ReturnType<typeof useDrawing>[1];
