export { createFeedAuthenticate } from './feedAuthenticate.ts';
export { createGateway, type GatewayOptions } from './gateway.ts';
export { collect, createMetrics, type Metrics } from './metrics.ts';
export { countedAddressBehind } from './requestOrigin.ts';
export { tileOrigins } from './securityHeaders.ts';
export type { TraccarDoor } from './traccar.ts';
