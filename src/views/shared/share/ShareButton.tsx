import { useState, type ReactNode } from 'react';
import { SHARES_UNITS } from '../../../domain/share/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ShareIcon } from '../../../ui/index.ts';
import { useMayIn, type Owned } from '../services/mayIn.ts';
import { ShareDialog, type SharedThing } from './ShareDialog.tsx';
import { useShareDialogHost } from './ShareDialogHost.tsx';

/** Opens the dialog that shares the units; nothing for who may not share one of them. */
export function ShareButton({
  units,
  name,
  look = {},
}: {
  readonly units: readonly (SharedThing & Owned)[];
  /** What recipients read, until another name is typed. */
  readonly name?: string;
  readonly look?: { readonly size?: 'compact'; readonly variant?: 'quiet' };
}): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const openInHost = useShareDialogHost();
  const [isOpen, setOpen] = useState(false);
  if (units.length === 0 || !units.every((unit) => mayIn(unit, SHARES_UNITS))) return null;
  return (
    <>
      <Button
        {...look}
        icon={<ShareIcon aria-hidden="true" />}
        onPress={() => (openInHost === null ? setOpen(true) : openInHost({ units, name }))}>
        {t('share.title')}
      </Button>
      {isOpen && <ShareDialog units={units} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
