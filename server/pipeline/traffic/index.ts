export { MEGABYTE, openTraffic, type TrafficOptions } from './trafficWatch.ts';
