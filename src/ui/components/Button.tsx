import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link as AriaLink, type LinkProps as AriaLinkProps } from 'react-aria-components/Link';
import { classes } from './classes.ts';
import './button.css';

/** `primary` once per view; `quiet` has no frame; `danger` takes something away. */
type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  variant?: ButtonVariant;
  size?: 'compact' | 'regular' | 'large';
  icon?: ReactNode;
  /** Shows a turning ring and ignores presses, but keeps the focus. */
  busy?: boolean;
  /** Takes the whole width. */
  wide?: boolean;
  children?: ReactNode;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that does something on this page. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  icon,
  busy = false,
  wide,
  children,
  className,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <AriaButton
      {...rest}
      isPending={busy}
      className={classes('button', `button-${variant}`, `button-${size}`, wide && 'button-wide', className)}>
      {busy ? <span className="button-ring" aria-hidden="true" /> : icon}
      {children !== undefined && <span className="button-text">{children}</span>}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide'> {
  /** What it does; read out, and shown by a tooltip where the caller wraps it in one. */
  label: string;
  icon: ReactNode;
  /** For a button that is on or off. */
  pressed?: boolean;
}

/** A button without a word on it. Its label is its accessible name. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  pressed,
  className,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      aria-pressed={pressed}
      icon={icon}
      className={classes('button-icon', className)}
    />
  );
}

export interface LinkButtonProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'> {
  variant?: ButtonVariant;
  size?: 'compact' | 'regular' | 'large';
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Looks like a button and goes somewhere. */
export function LinkButton({
  variant = 'secondary',
  size = 'regular',
  icon,
  children,
  className,
  ...rest
}: LinkButtonProps): ReactNode {
  return (
    <AriaLink {...rest} className={classes('button', `button-${variant}`, `button-${size}`, className)}>
      {icon}
      <span className="button-text">{children}</span>
    </AriaLink>
  );
}

export interface LinkProps extends Omit<AriaLinkProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  className?: string;
}

/** A link in text; goes through the router that {@link UiProvider} was given. */
export function Link({ className, children, ...rest }: LinkProps): ReactNode {
  return (
    <AriaLink {...rest} className={classes('link', className)}>
      {children}
    </AriaLink>
  );
}
