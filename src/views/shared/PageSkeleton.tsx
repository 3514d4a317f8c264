import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import './pageSkeleton.css';

/** Names are of different lengths. */
const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%', '58%', '69%', '51%', '60%', '46%', '64%'] as const;

/** The page of who is signed in, in its outlines, while its code is on its way. */
export function PageSkeleton({ isMap }: { isMap: boolean }): ReactNode {
  return (
    <div className="page-skeleton">
      <div className="page-skeleton-menu">{lines()}</div>
      <div className="page-skeleton-page">
        <div className="page-skeleton-bar" />
        <ScreenSkeleton isMap={isMap} />
      </div>
    </div>
  );
}

/** A screen in its outlines: list, map and timeline, or a title and rows. */
export function ScreenSkeleton({ isMap }: { isMap: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="screen-skeleton" data-map={isMap} aria-busy="true" aria-label={t('common.loading')}>
      <div className="screen-skeleton-list">{lines()}</div>
      {isMap && (
        <>
          <div className="screen-skeleton-map" />
          <div className="screen-skeleton-time">
            <Skeleton width="40%" height="1.5em" />
            <Skeleton height="40px" />
          </div>
        </>
      )}
    </output>
  );
}

const lines = (): ReactNode => WIDTHS.map((width) => <Skeleton key={width} width={width} height="0.75em" />);
