import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { BackIcon, Button, CloseIcon, ForwardIcon, IconButton, PlusIcon } from '../../../ui/index.ts';
import { NO_POINT, type DraftLine } from '../../../domain/geometry/index.ts';
import { PointFields } from './PointFields.tsx';

/** Points that are listed at once: a shape may have thousands. */
const SHOWN = 20;

export interface PointListProps {
  readonly title: string;
  readonly line: DraftLine;
  /** Points that have to stay. */
  readonly fewest: number;
  readonly onChange: (line: DraftLine) => void;
  /** Takes the whole line away; left out, it has to stay. */
  readonly onRemove?: () => void;
  readonly removeLabel?: string;
}

/** The points of a line as fields: each can be changed, removed, and followed by a new one. */
export function PointList({ title, line, fewest, onChange, onRemove, removeLabel = '' }: PointListProps): ReactNode {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(line.length / SHOWN));
  const first = Math.min(page, pages - 1) * SHOWN;
  const insert = (index: number): void => onChange(line.toSpliced(index, 0, NO_POINT));
  return (
    <section className="shape-line" aria-label={title}>
      <header className="shape-line-head">
        <h2 className="shape-line-title">{title}</h2>
        {onRemove && <IconButton size="compact" label={removeLabel} icon={<CloseIcon />} onPress={onRemove} />}
      </header>
      <ol className="shape-points" start={first + 1}>
        {line.slice(first, first + SHOWN).map((point, offset) => {
          const index = first + offset;
          const number = index + 1;
          return (
            // Points have no names; their place is what distinguishes them.
            <li key={index} className="shape-row">
              <span className="dim figures" aria-hidden="true">
                {number}
              </span>
              <PointFields
                compact
                title={t('shapes.point', { number })}
                point={point}
                onChange={(next) => onChange(line.with(index, next))}
              />
              <IconButton
                size="compact"
                label={t('shapes.insertPoint', { number })}
                icon={<PlusIcon />}
                onPress={() => insert(number)}
              />
              <IconButton
                size="compact"
                label={t('shapes.removePoint', { number })}
                icon={<CloseIcon />}
                isDisabled={line.length <= fewest}
                onPress={() => onChange(line.toSpliced(index, 1))}
              />
            </li>
          );
        })}
      </ol>
      <footer className="shape-line-foot">
        <Button
          size="compact"
          icon={<PlusIcon aria-hidden="true" />}
          onPress={() => {
            insert(line.length);
            setPage(Math.floor(line.length / SHOWN));
          }}>
          {t('shapes.addPoint')}
        </Button>
        {pages > 1 && (
          <span className="shape-pages">
            <IconButton
              size="compact"
              label={t('shapes.previous')}
              icon={<BackIcon />}
              isDisabled={first === 0}
              onPress={() => setPage(first / SHOWN - 1)}
            />
            <span className="figures dim">
              {t('shapes.pointsShown', {
                from: first + 1,
                to: Math.min(first + SHOWN, line.length),
                total: line.length,
              })}
            </span>
            <IconButton
              size="compact"
              label={t('shapes.next')}
              icon={<ForwardIcon />}
              isDisabled={first + SHOWN >= line.length}
              onPress={() => setPage(first / SHOWN + 1)}
            />
          </span>
        )}
      </footer>
    </section>
  );
}
