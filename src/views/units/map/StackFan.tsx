import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { nameCollator, unitsByName } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { UnitStack } from '../../../map/index.ts';
import { StatusMark } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useStore } from '../../shared/services/store.ts';
import { rowState } from '../list/unitRows.ts';
import { fanLayout } from './fan.ts';

export interface StackFanProps {
  readonly stack: UnitStack;
  readonly onChoose: (unitId: number, additive: boolean) => void;
  readonly onClose: () => void;
}

/**
 * Units that stand at one place, by name, spread around it so that each can be pressed; as a list where
 * they have no room around it. Arrows go from one to the next, Escape gathers them again.
 */
export function StackFan({ stack, onChoose, onClose }: StackFanProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { fleet, units, timeline } = useFleet();
  const { byId } = useStore(units);
  const frame = useFocusWithin(stack.unitIds.toSorted((one, other) => one - other).join(' '));
  const ordered = useMemo(
    () =>
      stack.unitIds
        .map((unitId) => ({ unit_id: unitId, name: byId.get(unitId)?.name ?? String(unitId) }))
        .toSorted(unitsByName(nameCollator(i18n.language))),
    [stack, byId, i18n.language],
  );
  const { instant } = timeline.getSnapshot();
  const layout = fanLayout(stack);
  const ring = layout.kind === 'ring' ? layout.places : null;
  const [left, top] = layout.kind === 'ring' ? [stack.x, stack.y] : [layout.left, layout.top];
  return (
    // The keys are those of the buttons inside; the element only catches them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      className="stack-fan"
      data-listed={ring === null}
      style={{ left, top }}
      onKeyDown={(event) => moveAround(event, onClose)}>
      <fieldset className="stack-fan-units" aria-label={t('unitModes.stack.label', { count: stack.unitIds.length })}>
        {ring === null ? (
          <p className="stack-fan-head" aria-hidden="true">
            {t('unitModes.stack.label', { count: stack.unitIds.length })}
          </p>
        ) : (
          <svg className="stack-fan-legs" aria-hidden="true" width="1" height="1">
            {ring.map(({ x, y }) => (
              <line key={`${x},${y}`} x1="0" y1="0" x2={x} y2={y} />
            ))}
          </svg>
        )}
        {ordered.map(({ unit_id: unitId, name }, index) => (
          <button
            key={unitId}
            type="button"
            className="stack-fan-unit"
            data-side={ring?.[index].side}
            title={name}
            style={ring === null ? undefined : { left: ring[index].x, top: ring[index].y }}
            onClick={(event) => onChoose(unitId, event.ctrlKey || event.metaKey || event.shiftKey)}>
            <StatusMark {...MOTION_LOOK[rowState(fleet, fleet.slotOf(unitId), instant)]} />
            <bdi>{name}</bdi>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** The first of these units takes the focus; whoever had it before gets it back. */
function useFocusWithin(unitIds: string) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    frame.current?.querySelector('button')?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus();
    };
  }, [unitIds]);
  return frame;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const ENDS: Readonly<Record<string, 0 | -1>> = { Home: 0, End: -1 };

function moveAround(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
    return;
  }
  const [step, end] = [STEPS[event.key], ENDS[event.key]];
  if (step === undefined && end === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const current = buttons.findIndex((button) => button === document.activeElement);
  if (step === undefined) buttons.at(end)?.focus();
  else buttons[(current + step + buttons.length) % buttons.length]?.focus();
}
