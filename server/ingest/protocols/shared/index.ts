export * from './alarms.ts';
export * from './attributes.ts';
export * from './bytes.ts';
export * from './calendar.ts';
export * from './coordinates.ts';
export * from './crc16.ts';
export * from './frameReader.ts';
