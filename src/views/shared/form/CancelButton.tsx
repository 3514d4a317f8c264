import { createContext, useContext, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';

/** Leaves the draft form around on purpose: asks once where something would be lost, drops the draft, then closes. */
export const CancelContext = createContext<((close: () => void) => void) | null>(null);

/** "Cancel" of a form. `onCancel` closes it and asks nothing: in a draft form that was done before. */
export function CancelButton({ onCancel }: { readonly onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const cancel = useContext(CancelContext);
  return (
    <Button variant="quiet" onPress={() => (cancel === null ? onCancel() : cancel(onCancel))}>
      {t('common.cancel')}
    </Button>
  );
}
