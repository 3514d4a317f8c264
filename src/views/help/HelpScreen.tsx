import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Kbd, Link, Panel } from '../../ui/index.ts';
import { useSession } from '../shared/services/session.ts';
import type { Need } from '../../domain/access/index.ts';
import './help.css';

interface Topic {
  readonly id: string;
  /** Where to do it, and what that takes; a topic is shown to everybody, its link to those who may follow it. */
  readonly path?: string;
  readonly need?: Need;
}

/** What people ask first, in the order in which they come to it. */
const TOPICS: readonly Topic[] = [
  { id: 'tracker', path: '/units/list', need: { resource: 'units', action: 'm' } },
  { id: 'map', path: '/units/map', need: { resource: 'units', action: 'm' } },
  { id: 'history', path: '/units/history', need: { resource: 'units', action: 'sh' } },
  { id: 'people', path: '/users', need: { resource: 'user', action: 'm' } },
  { id: 'rules', path: '/rules', need: { resource: 'alert', action: 'r' } },
  { id: 'security', path: '/settings' },
];

/** Short answers with a link to each screen, the keys, and where the API is described. */
export default function HelpScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  return (
    <div className="help-centre">
      <h1 className="page-title">{t('screens.help')}</h1>
      <div className="help-topics">
        {TOPICS.map(({ id, path, need }) => (
          <Panel key={id} title={t(`help.topics.${id}.title`)}>
            <p>{t(`help.topics.${id}.text`)}</p>
            {path !== undefined && (need === undefined || can(need)) && (
              <p className="help-way">
                <Link href={path}>{t(`help.topics.${id}.link`)}</Link>
              </p>
            )}
          </Panel>
        ))}
        <Panel title={t('help.keys.title')}>
          <p>
            {t('help.keys.text')} <Kbd>?</Kbd>
          </p>
        </Panel>
        <Panel title={t('help.api.title')}>
          <p>{t('help.api.text')}</p>
          <p className="help-way">
            <a href="/api/openapi.json" target="_blank" rel="noreferrer">
              {t('help.api.link')}
            </a>
          </p>
        </Panel>
      </div>
      <p className="dim">{t('help.contact')}</p>
    </div>
  );
}
