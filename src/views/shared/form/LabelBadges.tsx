import type { ReactNode } from 'react';
import { Badge } from '../../../ui/index.ts';
import '../shared.css';

/** Labels of something; a long one is cut and told whole by its title. Nothing where there are none. */
export function LabelBadges({ labels }: { labels: readonly string[] }): ReactNode {
  if (labels.length === 0) return null;
  return (
    <span className="label-badges">
      {labels.map((label) => (
        <span key={label} title={label}>
          <Badge>
            <bdi>{label}</bdi>
          </Badge>
        </span>
      ))}
    </span>
  );
}
