export { CrashBoundary, isMissingChunk } from './CrashBoundary.tsx';
export { OfflineBanner } from './OfflineBanner.tsx';
export const loadNotFound = () => import('./NotFoundPage.tsx');
export const loadUnauthorised = () => import('./UnauthorisedPage.tsx');
export const loadUnreachable = () => import('./UnreachablePage.tsx');
