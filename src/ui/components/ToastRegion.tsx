import { useSyncExternalStore, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Button } from './Button.tsx';
import { CheckIcon, CloseIcon, ErrorIcon, InfoIcon } from './icons.ts';
import type { Toast, ToastStore } from './toastStore.ts';
import './toast.css';

const ICONS = { info: InfoIcon, success: CheckIcon, error: ErrorIcon } as const;

export interface ToastRegionProps {
  store: ToastStore;
  label: string;
  dismissLabel: string;
}

/** The corner where toasts appear. They are read out as they come and wait while pointed at. */
export function ToastRegion({ store, label, dismissLabel }: ToastRegionProps): ReactNode {
  const toasts = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return (
    // Not controls: pointing at a toast only keeps it from going away while it is read.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="toasts"
      aria-label={label}
      onPointerEnter={store.pause}
      onPointerLeave={store.resume}
      onFocus={store.pause}
      onBlur={store.resume}>
      {/* Both live regions are there before a toast is: one that comes with its text is not read. */}
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className="toasts-live">
          {toasts
            .filter((toast) => (toast.tone === 'error') === (role === 'alert'))
            .map((toast) => (
              <ToastItem
                key={toast.id}
                toast={toast}
                dismissLabel={dismissLabel}
                onDismiss={() => store.dismiss(toast.id)}
              />
            ))}
        </div>
      ))}
    </section>
  );
}

function ToastItem({
  toast,
  dismissLabel,
  onDismiss,
}: {
  toast: Toast;
  dismissLabel: string;
  onDismiss: () => void;
}): ReactNode {
  const Icon = ICONS[toast.tone];
  return (
    <div className={`toast toast-${toast.tone}`}>
      <Icon aria-hidden="true" className="toast-icon" />
      <div className="toast-text">
        <p>{toast.text}</p>
        {toast.detail !== undefined && <p className="toast-detail">{toast.detail}</p>}
      </div>
      {toast.action !== undefined && (
        <Button
          variant="quiet"
          size="compact"
          onPress={() => {
            toast.action?.run();
            onDismiss();
          }}>
          {toast.action.label}
        </Button>
      )}
      <AriaButton className="field-button" aria-label={dismissLabel} onPress={onDismiss}>
        <CloseIcon aria-hidden="true" />
      </AriaButton>
    </div>
  );
}
