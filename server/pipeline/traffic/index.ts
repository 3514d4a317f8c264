export { openTraffic, type TrafficOptions } from './trafficWatch.ts';
