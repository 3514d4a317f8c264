import type { Instant } from '../../src/domain/base/index.ts';
import type { AppendedEvent } from '../store/index.ts';
import { driverFacts, type BindingChange } from './drivers/index.ts';
import { eventsOf, type DetectionLedger } from './facts.ts';

/** What is to be appended to the logs upon changes of who drove, for each unit those of its owner and its holder. */
export function driverEvents(
  ledger: DetectionLedger,
  changes: readonly BindingChange[],
  now: Instant,
): AppendedEvent[] {
  return driverFacts(ledger, changes).flatMap((facts) => eventsOf(ledger, facts, now));
}
