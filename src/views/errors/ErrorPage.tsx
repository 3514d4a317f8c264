import type { ReactNode } from 'react';
import { EntranceBrand } from '../shared/account/Brand.tsx';
import './errors.css';

/** A page that says one thing: a figure, what it means, and the way on. */
export function ErrorPage({
  figure,
  title,
  lead,
  children,
}: {
  figure: ReactNode;
  title: string;
  lead: string;
  children: ReactNode;
}): ReactNode {
  return (
    <main className="error-page">
      <div className="error-brand">
        <EntranceBrand size={32} />
      </div>
      <div className="error-figure" aria-hidden="true">
        {figure}
      </div>
      <h1 className="error-title">{title}</h1>
      <p className="error-lead">{lead}</p>
      <div className="error-actions">{children}</div>
    </main>
  );
}

/** A track that leads nowhere: the dashed part was never driven. */
export function LostRoad(): ReactNode {
  return (
    <svg viewBox="0 0 240 96" width="240" height="96" fill="none">
      <path className="error-line" d="M8 78C40 78 44 30 78 30s36 44 66 44" />
      <path className="error-line error-line-dashed" d="M144 74c30 0 34-52 84-58" />
      <circle className="error-stop" cx="8" cy="78" r="5" />
      <circle className="error-stop" cx="144" cy="74" r="5" />
      <path className="error-cross" d="m220 8 14 14m0-14-14 14" />
    </svg>
  );
}

/** A barrier across the road. */
export function ClosedRoad(): ReactNode {
  return (
    <svg viewBox="0 0 240 96" width="240" height="96" fill="none">
      <path className="error-line" d="M8 62h96" />
      <path className="error-line error-line-dashed" d="M138 62h94" />
      <circle className="error-stop" cx="8" cy="62" r="5" />
      <rect className="error-barrier" x="108" y="22" width="24" height="60" rx="4" />
      <path className="error-cross" d="m112 40 16-12m-16 30 16-12m-16 30 16-12" />
    </svg>
  );
}
