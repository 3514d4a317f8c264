import type { ReactNode } from 'react';
import { EntranceBrand } from '../shared/account/Brand.tsx';
import './motif.css';

const TRACK = 'M-20 760C90 742 132 640 224 628s150 74 244 40 84-190 168-236 160 6 210-42';
const BRANCH = 'M224 628C204 520 96 470 118 356s176-96 196-196S306 40 330-20';

/** The quiet map beside the sign-in form: contours, two tracks, and units drawn as the product draws them. */
export function Motif({ tagline }: { tagline: string }): ReactNode {
  return (
    <aside className="motif" data-surface="chrome">
      <div className="motif-contours" />
      <svg
        className="motif-ways"
        viewBox="0 0 800 1000"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false">
        <path className="motif-road" d={BRANCH} />
        <path className="motif-road" d={TRACK} />
        <path className="motif-trail" d={TRACK} pathLength="100" />
        <circle className="motif-stop" cx="224" cy="628" r="6" />
        <circle className="motif-stop" cx="468" cy="668" r="6" />
        <circle className="motif-stop" cx="118" cy="356" r="6" />
        <rect className="motif-parked" x="302" y="150" width="17" height="17" rx="3" />
        <g className="motif-unit">
          <circle className="motif-halo" r="20" />
          <path className="motif-arrow" d="M13 0-10 9-5 0-10-9Z" />
        </g>
      </svg>
      <div className="motif-words">
        <div className="motif-brand">
          <EntranceBrand onChrome />
        </div>
        <p className="motif-tagline">{tagline}</p>
      </div>
    </aside>
  );
}
