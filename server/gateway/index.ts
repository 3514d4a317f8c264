export { createFeedAuthenticate, type FeedViewer } from './feedAuthenticate.ts';
export { createGateway, type GatewayConfig, type GatewayOptions } from './gateway.ts';
export { createMetrics, type Counter, type Histogram, type Metrics, type Sample } from './metrics.ts';
export { tileOrigins } from './securityHeaders.ts';
