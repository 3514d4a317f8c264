import type { TimeSource } from '../../src/domain/base/index.ts';
import { ALLOCATED_DEVICES } from '../modules/devices/index.ts';
import { createAllocationClock } from '../modules/shared/index.ts';
import { ALLOCATED_UNITS } from '../modules/units/index.ts';
import type { Database } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Logger } from './product.types.ts';

/** Tells of allocations of units and devices that fell due while the product was down, and of the others at their instants. */
export async function startAllocationClock(
  database: Database,
  time: TimeSource,
  logger: Logger,
  closers: Closers,
): Promise<void> {
  const clock = createAllocationClock({
    database,
    things: [ALLOCATED_UNITS, ALLOCATED_DEVICES],
    time,
    logger,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds).unref();
      return () => clearTimeout(timer);
    },
  });
  closers.add('allocation clock', () => clock.close());
  await clock.run();
}
