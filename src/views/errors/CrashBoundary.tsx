import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ErrorState } from '../../ui/index.ts';
import { MissingCode, type ServerAnswer } from './MissingCode.tsx';

export interface CrashBoundaryProps {
  children: ReactNode;
  /** Hands the error on to whoever records it. */
  onCrash: (error: unknown, componentStack: string) => void;
  /** Reloads the page. */
  onReload: () => void;
  /** Asks the server whether it is there, and whether it serves another version; never rejects. */
  askServer: () => Promise<ServerAnswer>;
  /** Has code that did not come loaded again; resolves when it came or failed again. */
  onAgain: () => Promise<void>;
  /** When it changes, the screen is tried again: the path, usually. */
  resetKey?: string;
}

interface CrashState {
  error: Error | null;
  resetKey: string | undefined;
  /** How often code that did not come was tried since it was last there. */
  tries: number;
}

/** Code that did not come: the server is away, or a new version was deployed while this page was open. */
export function isMissingChunk(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload/i.test(
    error.message,
  );
}

/** Keeps a bug in one screen from taking the rest of the page with it. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { error: null, resetKey: this.props.resetKey, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: CrashBoundaryProps, state: CrashState): Partial<CrashState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey, tries: 0 };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onCrash(error, info.componentStack ?? '');
  }

  private async again(): Promise<void> {
    await this.props.onAgain();
    this.setState(({ tries }) => ({ error: null, tries: tries + 1 }));
  }

  override render(): ReactNode {
    const { error, tries } = this.state;
    const { children, onReload, askServer } = this.props;
    if (error === null) return children;
    if (!isMissingChunk(error)) return <CrashView error={error} onReload={onReload} />;
    return (
      <MissingCode
        askServer={askServer}
        onAgain={() => void this.again()}
        onReload={onReload}
        tries={tries}
        details={error.message}
      />
    );
  }
}

function CrashView({ error, onReload }: { error: Error; onReload: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t('errors.crashTitle')}
      cause={t('errors.crashLead')}
      correlation={`${t('errors.details')}: ${error.message}`}
      action={
        <Button variant="primary" onPress={onReload}>
          {t('errors.reload')}
        </Button>
      }
    />
  );
}
