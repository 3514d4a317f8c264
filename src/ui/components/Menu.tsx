import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { CheckIcon } from './icons.ts';
import './overlay.css';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Goes somewhere instead of acting. */
  href?: string;
  disabled?: boolean;
  /** Why it is disabled, or more about it. */
  note?: string;
}

interface MenuGroup {
  id: string;
  label?: string;
  entries: readonly MenuEntry[];
}

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  groups: readonly MenuGroup[];
  onAction: (id: string) => void;
  /** Something above the entries, for example who is signed in. */
  header?: ReactNode;
  /** Entries that are ticked, for a menu that chooses. */
  selected?: ReadonlySet<string>;
}

/** A list of acts behind a button. */
export function Menu({ trigger, label, groups, onAction, header, selected }: MenuProps): ReactNode {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="overlay overlay-list" offset={4}>
        {header !== undefined && <div className="list-header">{header}</div>}
        <AriaMenu
          aria-label={label}
          className="list"
          onAction={(key) => onAction(String(key))}
          {...(selected && { selectionMode: 'single' as const, selectedKeys: selected })}>
          {groups.flatMap((group, index) => [
            ...(index > 0 ? [<Separator key={`before-${group.id}`} className="list-separator" />] : []),
            <MenuSection key={group.id} id={group.id} aria-label={group.label ?? label}>
              {group.label !== undefined && <Header className="list-header">{group.label}</Header>}
              {group.entries.map((entry) => (
                <AriaMenuItem
                  key={entry.id}
                  id={entry.id}
                  href={entry.href}
                  textValue={entry.label}
                  isDisabled={entry.disabled}
                  className="list-item">
                  {entry.icon}
                  <span className="list-text">
                    {entry.label}
                    {entry.note !== undefined && <span className="list-note">{entry.note}</span>}
                  </span>
                  {selected?.has(entry.id) && <CheckIcon aria-hidden="true" className="list-check" />}
                </AriaMenuItem>
              ))}
            </MenuSection>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
