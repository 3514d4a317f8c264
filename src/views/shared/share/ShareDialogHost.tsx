import { createContext, useContext, useState, type ReactNode } from 'react';
import { ShareDialog, type ShareDialogProps } from './ShareDialog.tsx';

type Asked = Omit<ShareDialogProps, 'onClose'>;

const HostContext = createContext<((asked: Asked) => void) | null>(null);

/**
 * Keeps the dialog of location links open while what it was opened from goes: cards and bars around the map are built
 * again when the window becomes narrow.
 */
export function ShareDialogHost({ children }: { readonly children: ReactNode }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <HostContext value={setAsked}>
      {children}
      {asked !== null && <ShareDialog {...asked} onClose={() => setAsked(null)} />}
    </HostContext>
  );
}

/** Opens the dialog of the host; null: there is none, as nothing is built again here. */
export const useShareDialogHost = (): ((asked: Asked) => void) | null => useContext(HostContext);
