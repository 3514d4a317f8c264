export { createFeedAuthenticate, type FeedViewer } from './feedAuthenticate.ts';
export { createGateway, type GatewayConfig, type GatewayOptions } from './gateway.ts';
export { loadMessages, type Messages } from './messages.ts';
export { collect, createMetrics, type Metrics } from './metrics.ts';
export type { Authenticated, Authenticator, GatewayLogger, Refusal, UnitDirectory } from './ports.ts';
export { createProblems, type Problems } from './problems.ts';
export { tileOrigins } from './securityHeaders.ts';
