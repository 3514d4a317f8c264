import type { KeyboardEvent, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Checkbox } from 'react-aria-components/Checkbox';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { CheckIcon, GripIcon } from './icons.ts';
import './orderedChoice.css';

interface OrderedChoiceItem {
  readonly id: string;
  readonly label: string;
}

export interface OrderedChoiceProps {
  label: string;
  items: readonly OrderedChoiceItem[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** All of the items, in their new order. */
  onOrder: (ids: readonly string[]) => void;
  /** Name of the handle of an item. */
  dragLabel: (item: OrderedChoiceItem) => string;
}

/**
 * Some of a few things, in an order: ticked by a press, moved by dragging, by Enter and arrows on the
 * handle, or by Alt and an arrow on the line itself.
 */
export function OrderedChoice({ label, items, chosen, onChoose, onOrder, dragLabel }: OrderedChoiceProps): ReactNode {
  const ids = items.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    getAllowedDropOperations: () => ['move'],
    onReorder: ({ keys, target }) =>
      onOrder(placed(ids, [...keys].map(String), String(target.key), target.dropPosition === 'after')),
    renderDropIndicator: (target) => <DropIndicator target={target} className="ordered-choice-drop" />,
  });
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    const id = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
    if (event.key === ' ' && id !== undefined && target instanceof HTMLElement && target.dataset.key === id) {
      event.preventDefault();
      event.stopPropagation();
      return toggle(id);
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const by = event.key === 'ArrowUp' ? -1 : 1;
    const neighbour = id === undefined ? undefined : ids[ids.indexOf(id) + by];
    if (id === undefined || neighbour === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onOrder(placed(ids, [id], neighbour, by > 0));
  };
  return (
    <div onKeyDownCapture={onKey}>
      <GridList
        aria-label={label}
        items={items}
        dependencies={[chosen]}
        escapeKeyBehavior="none"
        dragAndDropHooks={dragAndDropHooks}
        className="ordered-choice">
        {(item) => (
          <ChoiceLine
            label={item.label}
            id={item.id}
            dragLabel={dragLabel(item)}
            chosen={chosen.has(item.id)}
            onToggle={() => toggle(item.id)}
          />
        )}
      </GridList>
    </div>
  );
}

interface ChoiceLineProps extends OrderedChoiceItem {
  dragLabel: string;
  chosen: boolean;
  onToggle: () => void;
}

/**
 * One thing: its handle, its tick box and its name. The tick is not the list's selection: with that, all
 * ticked lines would be dragged together.
 */
function ChoiceLine({ id, label, dragLabel, chosen, onToggle }: ChoiceLineProps): ReactNode {
  return (
    <GridListItem id={id} textValue={label} className="ordered-choice-item" onAction={onToggle}>
      <AriaButton slot="drag" className="ordered-choice-handle" aria-label={dragLabel}>
        <GripIcon aria-hidden="true" />
      </AriaButton>
      <Checkbox slot={null} aria-label={label} isSelected={chosen} onChange={onToggle} className="choice">
        <span className="choice-mark" aria-hidden="true">
          {chosen && <CheckIcon />}
        </span>
      </Checkbox>
      <span>{label}</span>
    </GridListItem>
  );
}

/** The ids with `moved` taken out and put beside `target`. */
function placed(ids: readonly string[], moved: readonly string[], target: string, isAfter: boolean): string[] {
  const rest = ids.filter((id) => !moved.includes(id));
  const place = rest.indexOf(target);
  // Dropped upon itself.
  if (place < 0) return [...ids];
  return rest.toSpliced(isAfter ? place + 1 : place, 0, ...moved);
}
