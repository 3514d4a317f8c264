export { createFeedAuthenticate, type FeedViewer } from './feedAuthenticate.ts';
export { createGateway, type GatewayConfig, type GatewayOptions } from './gateway.ts';
export { loadMessages, type Messages } from './messages.ts';
export { createMetrics, type Counter, type Histogram, type Metrics, type Sample } from './metrics.ts';
export type { Authenticated, Authenticator, GatewayLogger, Refusal, UnitDirectory } from './ports.ts';
export { createProblems, type Problems } from './problems.ts';
export { tileOrigins } from './securityHeaders.ts';
