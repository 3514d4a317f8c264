import { useState, type ReactNode } from 'react';
import { SECOND, fromIso, type AccountId } from '../../../domain/base/index.ts';
import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../../ui/index.ts';
import { useAllocation, type AllocatableThing } from '../allocation/useAllocation.ts';
import { useNow } from '../time/useNow.ts';
import './gone.css';

/** Lists that one goes back to. */
const LISTS = { units: '/units/list', devices: '/devices' } as const;

export interface GoneNoticeProps {
  readonly name: string;
  /** Whose it was, and who held it, as it was last read. */
  readonly thing: AllocatableThing<{
    readonly account_id: AccountId;
    readonly account_name: string;
    readonly end_date: string | null;
  }>;
  /** The list of the others: by its name, or an entity's. */
  readonly list: keyof typeof LISTS | Pick<AnyEntity, 'names' | 'paths'>;
}

/** Says that a thing is gone: by the end of an allocation, or else; since when; and where the others are. */
export function GoneNotice({ name, thing, list }: GoneNoticeProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const allocation = useAllocation(thing);
  const now = useNow(SECOND);
  const [noticed] = useState(now);
  // A span that its owner cut short ended when the page received that.
  const since =
    allocation === null || allocation.end_date === null ? noticed : Math.min(noticed, fromIso(allocation.end_date));
  const time = formats.dateTime(since);
  return (
    <Banner tone="caution" icon={<WarningIcon />}>
      <p>
        {allocation === null
          ? t('gone.deleted', { name, time })
          : t('gone.ended', { name, account: allocation.account_name, time })}
      </p>
      <p className="gone-way">
        {typeof list === 'string' ? (
          <LinkButton href={LISTS[list]}>{t(`gone.to.${list}`)}</LinkButton>
        ) : (
          <LinkButton href={list.paths.list}>{t([`gone.to.${list.names}`, 'gone.back'])}</LinkButton>
        )}
      </p>
    </Banner>
  );
}
