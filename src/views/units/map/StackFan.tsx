import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { UnitStack } from '../../../map/index.ts';
import { StatusMark } from '../../../ui/index.ts';
import { useFleet } from '../../shared/fleet.ts';
import { MOTION_LOOK } from '../../shared/motionLook.ts';
import { rowState } from '../list/unitRows.ts';
import { fanPlaces } from './fan.ts';

export interface StackFanProps {
  readonly stack: UnitStack;
  readonly onChoose: (unitId: number, additive: boolean) => void;
  readonly onClose: () => void;
}

/**
 * Units that stand at one place, spread around it so that each can be pressed; more than fit around it
 * as a list. Arrows go from one to the next, Escape gathers them again.
 */
export function StackFan({ stack, onChoose, onClose }: StackFanProps): ReactNode {
  const { t } = useTranslation();
  const { fleet, units, timeline } = useFleet();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector('button')?.focus(), [stack]);
  const { byId } = units.getSnapshot();
  const { instant } = timeline.getSnapshot();
  const places = fanPlaces(stack.unitIds.length);
  return (
    // The keys are those of the buttons inside; the element only catches them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} className="stack-fan" data-listed={places === null} style={{ left: stack.x, top: stack.y }} onKeyDown={(event) => moveAround(event, onClose)}>
      <fieldset className="stack-fan-units" aria-label={t('unitModes.stack.label', { count: stack.unitIds.length })}>
      {places !== null && (
        <svg className="stack-fan-legs" aria-hidden="true" width="1" height="1">
          {places.map(({ x, y }) => <line key={`${x},${y}`} x1="0" y1="0" x2={x} y2={y} />)}
        </svg>
      )}
      {stack.unitIds.map((unitId, index) => (
        <button
          key={unitId} type="button" className="stack-fan-unit" data-side={places === null ? undefined : places[index].side}
          style={places === null ? undefined : { left: places[index].x, top: places[index].y }}
          onClick={(event) => onChoose(unitId, event.ctrlKey || event.metaKey || event.shiftKey)}
        >
          <StatusMark {...MOTION_LOOK[rowState(fleet, fleet.slotOf(unitId), instant)]} />
          <bdi>{byId.get(unitId)?.name ?? unitId}</bdi>
        </button>
      ))}
      </fieldset>
    </div>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function moveAround(event: KeyboardEvent<HTMLDivElement>, close: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const current = buttons.findIndex((button) => button === document.activeElement);
  buttons[(current + step + buttons.length) % buttons.length]?.focus();
}
