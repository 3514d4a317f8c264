import type { ReactNode } from 'react';
import type { Label } from '../../domain/entities/index.ts';
import { useTranslation } from '../../i18n/index.ts';

/** Said before groups are deleted: what was in them stays. */
export function LostMembers({ labels }: { labels: readonly Pick<Label, 'members'>[] }): ReactNode {
  const { t } = useTranslation();
  const count = labels.reduce((sum, { members }) => sum + members, 0);
  return count > 0 && <p>{t('labels.deleteMembers', { count })}</p>;
}
