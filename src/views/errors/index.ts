export { CrashBoundary, isMissingChunk, type CrashBoundaryProps } from './CrashBoundary.tsx';
export type { ServerAnswer } from './MissingCode.tsx';
export { OfflineBanner } from './OfflineBanner.tsx';
export const loadNotFound = () => import('./NotFoundPage.tsx');
export const loadUnauthorised = () => import('./UnauthorisedPage.tsx');
export const loadUnreachable = () => import('./UnreachablePage.tsx');
