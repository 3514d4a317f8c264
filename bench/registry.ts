import type { Table } from './support/table.ts';

/** Every benchmark by name, in the order in which they run. Each loads what it needs when it is asked for. */
export const BENCHMARKS: Record<string, () => Promise<Table[]>> = {
  'client-frame': async () => (await import('./client/frame.ts')).clientFrame(),
  'client-report': async () => (await import('./client/report.ts')).clientReport(),
  'client-trails': async () => (await import('./client/trails.ts')).clientTrails(),
  'client-zones': async () => (await import('./client/zones.ts')).clientZones(),
  'client-density': async () => (await import('./client/density.ts')).clientDensity(),
  'client-receive': async () => (await import('./client/receive.ts')).clientReceive(),
  'client-rx': async () => (await import('./client/rx.ts')).clientRx(),
  'client-history': async () => (await import('./client/history.ts')).clientHistory(),
  'client-backtest': async () => (await import('./client/backtest.ts')).clientBacktest(),
  'client-fleet': async () => (await import('./client/fleet.ts')).clientFleet(),
  'client-size': async () => (await import('./client/size.ts')).clientSize(),
  'server-store': async () => (await import('./server/store.ts')).serverStore(),
  'server-past': async () => (await import('./server/past.ts')).serverPast(),
  'server-kill': async () => (await import('./server/kill.ts')).serverKill(),
  'server-live': async () => (await import('./server/live.ts')).serverLive(),
  'server-ingest': async () => (await import('./server/ingest.ts')).serverIngest(),
  'server-rules': async () => (await import('./server/rules.ts')).serverRules(),
  'server-zones': async () => (await import('./server/zones.ts')).serverZones(),
  'server-peer': async () => (await import('./server/peer.ts')).serverPeer(),
};
