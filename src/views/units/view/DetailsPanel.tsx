import type { ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, InfoIcon, Link, Panel } from '../../../ui/index.ts';
import { Fact } from '../../shared/Fact.tsx';
import { LabelBadges } from '../../shared/form/LabelBadges.tsx';
import { useLabelColours } from '../../shared/form/labelColours.ts';

/** What was written down of the unit. */
export function DetailsPanel({ unit, isAllocated }: { unit: UnitDetails; isAllocated: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const colours = useLabelColours('units');
  return (
    <Panel title={t('unitForms.view.details')}>
      {isAllocated && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t('unitForms.view.allocated', { account: unit.account_name })}
        </Banner>
      )}
      <dl className="facts">
        <Fact label={t('fields.kind')}>{t(`kind.${unit.kind}`)}</Fact>
        <Fact label={t('units.detail.account')}>
          <bdi>{unit.account_name}</bdi>
        </Fact>
        <Fact label={t('fields.labels')}>
          {unit.labels.length === 0 ? '–' : <LabelBadges labels={unit.labels} colours={colours} />}
        </Fact>
        <Fact label={t('fields.attached_to_unit_id')}>
          {unit.attached_to === null ? (
            '–'
          ) : (
            <Link href={`/unit/${unit.attached_to.unit_id}/view`}>
              <bdi>{unit.attached_to.name}</bdi>
            </Link>
          )}
        </Fact>
        {unit.location !== null && (
          <Fact label={t('fields.location')}>
            <bdi dir="ltr" className="figures">
              {formats.coordinates(unit.location.latitude, unit.location.longitude)}
            </bdi>
          </Fact>
        )}
        <Fact label={t('unitForms.view.created')}>
          <span className="figures">{formats.dateTime(Date.parse(unit.created_at))}</span>
        </Fact>
      </dl>
    </Panel>
  );
}
