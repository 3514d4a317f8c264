import { useState, type ReactNode } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { SHARE } from '../../../domain/base/index.ts';
import { SHARES_UNITS } from '../../../domain/share/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ShareIcon } from '../../../ui/index.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { ShareDialog } from './ShareDialog.tsx';

/** Opens the dialog that shares the units; nothing for who may not, or for more units than one link may show. */
export function ShareButton({
  units,
  variant,
}: {
  readonly units: readonly UnitSummary[];
  readonly variant?: 'quiet';
}): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const [isOpen, setOpen] = useState(false);
  const may = units.length > 0 && units.length <= SHARE.units && units.every((unit) => mayIn(unit, SHARES_UNITS));
  if (!may) return null;
  return (
    <>
      <Button
        size="compact"
        {...(variant && { variant })}
        icon={<ShareIcon aria-hidden="true" />}
        onPress={() => setOpen(true)}>
        {t('share.title')}
      </Button>
      {isOpen && <ShareDialog units={units} onClose={() => setOpen(false)} />}
    </>
  );
}
