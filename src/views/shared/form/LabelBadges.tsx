import type { ReactNode } from 'react';
import { Badge, Swatch } from '../../../ui/index.ts';
import type { LabelColours } from './labelColours.ts';
import '../shared.css';

export interface LabelBadgesProps {
  labels: readonly string[];
  /** Of the groups, as `useLabelColours` knows them. */
  colours: LabelColours;
}

/**
 * Groups of something, each with its colour; a long name is cut and shown whole by its title. Nothing where there are
 * none.
 */
export function LabelBadges({ labels, colours }: LabelBadgesProps): ReactNode {
  if (labels.length === 0) return null;
  return (
    <span className="label-badges">
      {labels.map((label) => (
        <span key={label} title={label}>
          <Badge>
            <ColouredLabel label={label} colours={colours} />
          </Badge>
        </span>
      ))}
    </span>
  );
}

/** The name of a group behind its colour; one without a colour of its own has no dot. */
export function ColouredLabel({ label, colours }: { label: string; colours: LabelColours }): ReactNode {
  const colour = colours.get(label) ?? 'gray';
  return (
    <>
      {colour !== 'gray' && <Swatch accent={colour} />}
      <bdi>{label}</bdi>
    </>
  );
}
