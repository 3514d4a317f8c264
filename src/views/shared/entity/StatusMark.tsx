import type { ReactNode } from 'react';
import { StatusChip, type StatusShape, type StatusTone } from '../../../ui/index.ts';

interface StatusLook {
  readonly shape: StatusShape;
  readonly tone: StatusTone;
}

const LOOKS: Readonly<Record<string, StatusLook>> = {
  active: { shape: 'disc', tone: 'neutral' },
  inactive: { shape: 'hollow', tone: 'off' },
  damaged: { shape: 'square', tone: 'caution' },
  blocked: { shape: 'crossed', tone: 'critical' },
};
const OTHER: StatusLook = { shape: 'disc', tone: 'off' };

/** Shape, hue and word of a status. */
export function StatusMark({ status, children }: { status: string; children: ReactNode }): ReactNode {
  return (
    <StatusChip {...(LOOKS[status.toLowerCase()] ?? OTHER)} plain>
      {children}
    </StatusChip>
  );
}
