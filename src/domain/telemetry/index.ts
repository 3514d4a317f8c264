export * from './attributes.ts';
export * from './fix.ts';
export * from './motion.ts';
export * from './protocols.ts';
export * from './frame.ts';
