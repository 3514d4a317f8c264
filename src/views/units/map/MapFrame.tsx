import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { FileLeftOut, FileProblem } from '../../../machines/playback/index.ts';
import { Banner, Button, SplitPane } from '../../../ui/index.ts';

const DEFAULT_PANEL = 352;

/**
 * List, map and details side by side; on a phone one over the other. Both are the same elements, so that map, dialogs
 * and
 * what was typed outlast a resized window and a closed list.
 */
export function Panes({
  narrow,
  list,
  middle,
  detail,
}: {
  narrow: boolean;
  list: ReactNode;
  middle: ReactNode;
  detail: ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  const [size, setSize] = useState(DEFAULT_PANEL);
  return (
    <div className="map-rows" data-narrow={narrow} data-covered={narrow && list !== null}>
      <SplitPane
        side="start"
        size={size}
        onSize={setSize}
        minimum={280}
        maximum={560}
        label={t('common.resizePanels')}
        fixed={narrow ? null : list}>
        <div className="map-columns">
          {middle}
          {narrow && list !== null ? <div className="map-sheet">{list}</div> : detail}
        </div>
      </SplitPane>
    </div>
  );
}

export function FileProblemBanner({ problem, onClose }: { problem: FileProblem; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner
      tone="critical"
      action={
        <Button size="compact" onPress={onClose}>
          {t('common.dismiss')}
        </Button>
      }>
      {t('timeline.file.notOpened')}: {t(problem.key, problem.values)}
    </Banner>
  );
}

/** Says once for each opened file how many of its positions are not shown, and why. */
export function FileLeftOutBanner({ name, leftOut }: { name: string; leftOut: readonly FileLeftOut[] }): ReactNode {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState<readonly FileLeftOut[] | null>(null);
  if (leftOut.length === 0 || dismissed === leftOut) return null;
  const reasons = leftOut.map(({ key, count }) =>
    t(`timeline.file.reasons.${key.slice(key.indexOf('.') + 1)}`, { count }),
  );
  return (
    <Banner
      tone="caution"
      action={
        <Button size="compact" onPress={() => setDismissed(leftOut)}>
          {t('common.dismiss')}
        </Button>
      }>
      <bdi>{name}</bdi>: {t('timeline.file.skipped', { count: leftOut.reduce((sum, { count }) => sum + count, 0) })}{' '}
      {reasons.join(' · ')}
    </Banner>
  );
}
