import type { ReactNode } from 'react';
import { colourToken } from '../../../domain/geofence/index.ts';
import './colourMark.css';

/** A colour of geofences as the map shows it, with its name. */
export function ColourMark({ colour, children }: { colour: string; children?: ReactNode }): ReactNode {
  return (
    <span className="colour-mark">
      <span className="colour-dot" style={{ background: `var(--color-${colourToken(colour)})` }} aria-hidden="true" />
      {children}
    </span>
  );
}
