import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { Share, ShareState } from '../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge } from '../../ui/index.ts';
import type { ListColumn } from '../shared/list/ServerList.tsx';
import { useOpenings } from '../shared/share/useOpenings.ts';

const TONES = { active: 'normal', upcoming: 'accent', expired: 'off', revoked: 'off' } as const satisfies Record<
  ShareState,
  string
>;
const OPTIONS = ['names', 'trail', 'zones', 'driver'] as const;

/** What the list of location links says of each. */
export function useShareColumns(): readonly ListColumn<Share>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const openings = useOpenings();
  const time = (iso: string): string => formats.dateTime(fromIso(iso));
  const column = (
    id: string,
    header: string,
    text: (share: Share) => string,
    more: Partial<ListColumn<Share>> = {},
  ): ListColumn<Share> => ({ id, header, text, cell: (share): ReactNode => <bdi>{text(share)}</bdi>, ...more });
  const figures = (text: (share: Share) => string) => (share: Share) => <span className="figures">{text(share)}</span>;
  const times = {
    from: ({ from }: Share) => time(from),
    to: ({ to }: Share) => time(to),
    last: ({ last_opened_at: at }: Share) => (at === null ? '' : time(at)),
    created: ({ created_at: at }: Share) => time(at),
  };
  return [
    column('name', t('share.name'), ({ name }) => name, { sortable: true }),
    column('state', t('shares.state'), ({ state }) => t(`shares.states.${state}`), {
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`shares.states.${state}`)}</Badge>,
    }),
    column('units', t('shares.units'), ({ units }) => units.map(({ name }) => name).join(', ')),
    column('from', t('shares.from'), times.from, { sortable: true, cell: figures(times.from) }),
    column('to', t('share.to'), times.to, { sortable: true, cell: figures(times.to) }),
    column('opened', t('shares.opened'), openings, { sortable: true }),
    column('destination', t('share.destination'), ({ destination }) => destination),
    column('created_by', t('shares.createdBy'), ({ created_by: by }) => by, { sortable: true }),
    column(
      'shows',
      t('share.shows'),
      (share) =>
        OPTIONS.filter((option) => share[option])
          .map((option) => t(`share.options.${option}`))
          .join(', '),
      { shown: false },
    ),
    column('last_opened_at', t('shares.lastOpened'), times.last, {
      sortable: true,
      shown: false,
      cell: figures(times.last),
    }),
    column('created_at', t('shares.created'), times.created, {
      sortable: true,
      shown: false,
      cell: figures(times.created),
    }),
  ];
}
