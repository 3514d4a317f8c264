export { createFeedAuthenticate, type FeedViewer } from './feedAuthenticate.ts';
export { createGateway, type GatewayConfig, type GatewayOptions } from './gateway.ts';
export { collect, createMetrics, type Metrics } from './metrics.ts';
export { tileOrigins } from './securityHeaders.ts';
