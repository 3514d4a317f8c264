import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { faultValues } from '../../../../domain/geometry/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { BackIcon, Badge, Checkbox, ForwardIcon, IconButton } from '../../../../ui/index.ts';
import { lazyPart } from '../../code/lazyPart.ts';
import type { Candidate } from './candidates.ts';

const ZoneMap = lazyPart(() => import('../ZoneMap.tsx'));

/** Areas that are listed at once. */
const SHOWN = 50;

interface ImportPreviewProps {
  /** In which they are drawn: what they will have. */
  colour: string;
  candidates: readonly Candidate[];
  /** Places of those that are deselected. */
  left: ReadonlySet<number>;
  onLeft: (left: ReadonlySet<number>) => void;
}

/** Areas that need a look come first: refused, then mended. */
const rankOf = ({ shape, mendings }: Candidate): number => (shape === null ? 0 : mendings.length > 0 ? 1 : 2);

/** What a file would bring: those that can be saved on the map, all of them in a list. */
export function ImportPreview({ colour, candidates, left, onLeft }: ImportPreviewProps): ReactNode {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const able = useMemo(() => candidates.filter(({ shape }) => shape !== null), [candidates]);
  const zones = useMemo(
    () =>
      able.flatMap(({ index, name, shape, colour: own }) =>
        shape === null || left.has(index) ? [] : [{ id: index + 1, name, colour: own ?? colour, shape }],
      ),
    [able, left, colour],
  );
  const listed = useMemo(() => candidates.toSorted((a, b) => rankOf(a) - rankOf(b)), [candidates]);
  const mended = able.filter(({ mendings }) => mendings.length > 0).length;
  const first = page * SHOWN;
  const toggle = (index: number): void => {
    const next = new Set(left);
    if (!next.delete(index)) next.add(index);
    onLeft(next);
  };
  const isAll = left.size === 0;
  return (
    <div className="import-preview">
      <Suspense fallback={<div className="zone-map" aria-busy="true" />}>
        <ZoneMap zones={zones} />
      </Suspense>
      <section className="import-list" aria-label={t('geofences.import.list')}>
        <p className="import-counts">
          <Badge tone="normal">{t('geofences.import.valid', { count: able.length - mended })}</Badge>
          {mended > 0 && <Badge tone="caution">{t('geofences.import.mended', { count: mended })}</Badge>}
          {able.length < candidates.length && (
            <Badge tone="critical">{t('geofences.import.refused', { count: candidates.length - able.length })}</Badge>
          )}
        </p>
        <Checkbox selected={isAll} onChange={() => onLeft(new Set(isAll ? able.map(({ index }) => index) : []))}>
          {t('geofences.import.all')}
        </Checkbox>
        <ul>
          {listed.slice(first, first + SHOWN).map((candidate) => (
            <li key={candidate.index}>
              <Checkbox
                selected={candidate.shape !== null && !left.has(candidate.index)}
                disabled={candidate.shape === null}
                onChange={() => toggle(candidate.index)}>
                <bdi>{candidate.name}</bdi>{' '}
                <span className="dim">{t('geofences.import.place', { number: candidate.number })}</span>
              </Checkbox>
              <Remarks candidate={candidate} />
            </li>
          ))}
        </ul>
        {candidates.length > SHOWN && (
          <footer className="import-pages">
            <IconButton
              size="compact"
              label={t('geofences.import.previous')}
              icon={<BackIcon />}
              isDisabled={page === 0}
              onPress={() => setPage(page - 1)}
            />
            <span className="figures dim">
              {t('geofences.import.shown', {
                from: first + 1,
                to: Math.min(first + SHOWN, candidates.length),
                total: candidates.length,
              })}
            </span>
            <IconButton
              size="compact"
              label={t('geofences.import.next')}
              icon={<ForwardIcon />}
              isDisabled={first + SHOWN >= candidates.length}
              onPress={() => setPage(page + 1)}
            />
          </footer>
        )}
      </section>
    </div>
  );
}

/** What was put right, or why it is refused. */
function Remarks({ candidate: { mendings, fault } }: { candidate: Candidate }): ReactNode {
  const { t } = useTranslation();
  if (fault !== null)
    return (
      <p className="import-fault">
        {fault.code === 'noPlace'
          ? t('geofences.import.noPlace')
          : t(`validation.shape.${fault.code}`, faultValues(fault))}
      </p>
    );
  if (mendings.length === 0) return null;
  return <p className="dim">{mendings.map((mending) => t(`geofences.import.mendings.${mending}`)).join(' · ')}</p>;
}
