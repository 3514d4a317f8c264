import type { ReactNode } from 'react';
import { REPORT_NEEDS, REPORT_TYPES } from '../../domain/report/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import { useSession } from '../shared/services/session.ts';
import { TYPE_ICONS } from './typeLook.ts';
import './reports.css';

/** What a report may say: each leads to its form. Those that one may not generate are left out. */
export default function SelectReportScreen(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const types = REPORT_TYPES.filter((type) => REPORT_NEEDS[type].every((need) => session.can(need)));
  return (
    <div className="page">
      <header className="report-types-head">
        <h1 className="page-title">{t('reports.select')}</h1>
        <p className="dim">{t('reports.selectLead')}</p>
      </header>
      <ul className="report-types">
        {types.map((type) => {
          const Icon = TYPE_ICONS[type];
          return (
            <li key={type} className="report-type">
              <Icon aria-hidden="true" />
              <div>
                <Link href={`/report/create?type=${type}`}>{t(`reports.types.${type}`)}</Link>
                <p className="dim">{t(`reports.leads.${type}`)}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
