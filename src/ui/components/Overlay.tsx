import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { IconButton } from './Button.tsx';
import { CloseIcon } from './icons.ts';
import { classes } from './classes.ts';
import './overlay.css';

export interface PopoverProps {
  trigger: ReactElement;
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'start' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A small panel at its button; a press outside or Escape closes it. */
export function Popover({
  trigger,
  label,
  children,
  placement = 'bottom',
  open,
  onOpenChange,
}: PopoverProps): ReactNode {
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover className="overlay" placement={placement} offset={6}>
        <AriaDialog aria-label={label} className="dialog overlay-panel">
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

export interface TooltipProps {
  /** One focusable element. */
  children: ReactElement;
  text: ReactNode;
  placement?: 'top' | 'bottom' | 'start' | 'end';
}

/** What a button without a word does; on hover and on focus. Never the only place of a fact. */
export function Tooltip({ children, text, placement = 'top' }: TooltipProps): ReactNode {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip placement={placement} offset={6} className="tooltip">
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  wide?: boolean;
  /** Asks for an answer: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
}

/** Asks or shows something that must be done with before going on. Keeps and returns the focus. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  actions,
  wide,
  role = 'dialog',
}: DialogProps): ReactNode {
  return (
    <ModalOverlay
      className="scrim scrim-dialog"
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      isDismissable={role === 'dialog'}>
      <Modal className={classes('dialog-box', wide && 'dialog-wide')}>
        <AriaDialog role={role} className="dialog">
          <header className="dialog-head">
            <Heading slot="title" level={2} className="dialog-title">
              {title}
            </Heading>
            <IconButton label={closeLabel} icon={<CloseIcon aria-hidden="true" />} onPress={onClose} />
          </header>
          <div className="dialog-body">{children}</div>
          {actions !== undefined && <footer className="dialog-foot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel that slides in from the start of the line, over the page: the menu of small screens. */
export function Drawer({ open, onClose, label, children }: DrawerProps): ReactNode {
  return (
    <ModalOverlay className="scrim" isOpen={open} onOpenChange={(next) => !next && onClose()} isDismissable>
      <Modal className="drawer-box">
        <AriaDialog aria-label={label} className="dialog">
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
