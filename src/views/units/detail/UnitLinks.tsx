import type { ReactNode } from 'react';
import type { Need } from '../../../domain/access/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Link } from '../../../ui/index.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import { useIsAllocated } from '../useIsAllocated.ts';

/** Ways on from the card of a unit, as far as one may go. */
export function UnitLinks({ unit }: { unit: UnitSummary }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const isAllocated = useIsAllocated(unit);
  const { unit_id: unitId } = unit;
  const links: readonly { key: string; href: string; need: Need }[] = [
    { key: 'unitModes.card.view', href: `/unit/${unitId}/view`, need: { resource: 'units', action: 'r' } },
    ...(isAllocated
      ? []
      : [
          {
            key: 'unitModes.card.edit',
            href: `/unit/${unitId}/edit`,
            need: { resource: 'units', action: 'u' },
          } as const,
        ]),
    ...(['trips', 'events', 'place', 'activity'] as const).map((mode) => ({
      key: `unitModes.mode.${mode}`,
      href: `${MODE_PLACES[mode].path}?units=${unitId}`,
      need: MODE_PLACES[mode].need,
    })),
  ];
  return (
    <nav className="unit-links" aria-label={t('unitModes.card.links')}>
      {links
        .filter(({ need }) => mayIn(unit, need))
        .map(({ key, href }) => (
          <Link key={key} href={href}>
            {t(key)}
          </Link>
        ))}
    </nav>
  );
}
