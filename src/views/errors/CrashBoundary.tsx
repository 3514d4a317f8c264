import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ErrorState } from '../../ui/index.ts';

export interface CrashBoundaryProps {
  children: ReactNode;
  /** Hands the error on to whoever records it. */
  onCrash: (error: unknown, componentStack: string) => void;
  /** Reloads the page. */
  onReload: () => void;
  /** When it changes, the screen is tried again: the path, usually. */
  resetKey?: string;
}

interface CrashState {
  error: Error | null;
  resetKey: string | undefined;
}

/** A chunk that is gone means that a new version was deployed while this page was open. */
export function isMissingChunk(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload/i.test(
    error.message,
  );
}

/** Keeps a bug in one screen from taking the rest of the page with it. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: CrashBoundaryProps, state: CrashState): Partial<CrashState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onCrash(error, info.componentStack ?? '');
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <CrashView error={error} onReload={this.props.onReload} />;
  }
}

function CrashView({ error, onReload }: { error: Error; onReload: () => void }): ReactNode {
  const { t } = useTranslation();
  const outdated = isMissingChunk(error);
  return (
    <ErrorState
      title={outdated ? t('errors.chunk') : t('errors.crashTitle')}
      cause={outdated ? '' : t('errors.crashLead')}
      correlation={outdated ? undefined : `${t('errors.details')}: ${error.message}`}
      action={
        <Button variant="primary" onPress={onReload}>
          {t('errors.reload')}
        </Button>
      }
    />
  );
}
