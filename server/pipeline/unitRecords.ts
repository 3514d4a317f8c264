import type { Instant } from '../../src/domain/base/index.ts';
import { DatabaseUnavailable, batched, type Database, type Transaction } from '../store/index.ts';
import { raiseAlarms } from './alarms/index.ts';
import { eventsOf, type DetectionLedger, type Fact, type UnitFacts } from './facts.ts';
import { writeFuel, type FuelFound } from './fuelRows.ts';
import { factChangesOf, recordFactFirings } from './ruleFacts/index.ts';
import { noteLate, readProgress, type LateReports, type UnitProgress } from './progress.ts';
import { Setups, type UnitSetup } from './setup.ts';
import type { UnitAnchor } from './unitDetector.ts';
import { readAnchors, writeUnits, type AnchorQuestion, type UnitWriting } from './unitRows.ts';

/** Units in one statement or transaction. Longer ones make others wait for the logs of their accounts. */
export const MOST_UNITS_AT_ONCE = 48;

/** `quiet`: what is found is stored and not reported. */
type Recorded<What> = What & { readonly quiet: boolean };

interface Found {
  readonly facts: readonly Fact[];
  /** Of other units, upon what was found of this one. */
  readonly elsewhere?: readonly UnitFacts[];
}

/**
 * What detection reads and stores of units. It is asked for one unit at a time; what is asked side by side is
 * answered by one statement, and stored by one transaction.
 */
export class UnitRecords {
  readonly setups: Setups;
  readonly setup: (unitId: number) => Promise<UnitSetup>;
  readonly progress: (unitId: number) => Promise<UnitProgress | null>;
  readonly anchor: (question: AnchorQuestion) => Promise<UnitAnchor | null>;
  readonly noteLate: (late: LateReports) => Promise<void>;
  /** Answers how many trips changed. */
  readonly write: (writing: Recorded<UnitWriting>) => Promise<number>;
  /** Answers how many thefts and refills changed. */
  readonly writeFuel: (look: Recorded<FuelFound> & { readonly now: Instant }) => Promise<number>;
  readonly #database: Database;
  readonly #ledger: DetectionLedger;

  constructor(database: Database, ledger: DetectionLedger) {
    this.#database = database;
    this.#ledger = ledger;
    this.setups = new Setups(database);
    this.setup = batched(async (unitIds) => {
      const setups = await this.setups.read(unitIds);
      return unitIds.map((unitId) => setups.get(unitId) ?? new Error(`Unit ${unitId} was asked for and not answered.`));
    }, MOST_UNITS_AT_ONCE);
    this.progress = batched((unitIds) => readProgress(database, unitIds), MOST_UNITS_AT_ONCE);
    this.anchor = batched((questions) => readAnchors(database, questions), MOST_UNITS_AT_ONCE);
    this.noteLate = batched(
      (late) => noteLate(database, late).then(() => late.map(() => undefined)),
      MOST_UNITS_AT_ONCE,
    );
    this.write = batched(
      (writings) =>
        this.#store(
          writings,
          (transaction, own) => writeUnits(transaction, own, ledger),
          ({ trips }) => trips,
        ),
      MOST_UNITS_AT_ONCE,
    );
    this.writeFuel = batched((looks) => this.#store(looks, writeFuel, ({ count }) => count), MOST_UNITS_AT_ONCE);
  }

  /**
   * Stores what was found of all and reports it, together; if that fails, of each alone, so that one unit's fault is
   * its own.
   */
  async #store<What extends { unitId: number; now: Instant }, Stored extends Found>(
    whats: readonly Recorded<What>[],
    write: (transaction: Transaction, whats: readonly What[]) => Promise<Stored[]>,
    countOf: (stored: Stored) => number,
  ): Promise<(number | Error)[]> {
    try {
      const stored = await this.#database.transaction(async (transaction) => {
        const results = await write(transaction, whats);
        const reported = whats.flatMap(({ quiet, unitId, now }, place) =>
          quiet
            ? []
            : [{ unitId, facts: results[place].facts }, ...(results[place].elsewhere ?? [])].map((facts) => ({
                facts,
                now,
              })),
        );
        await transaction.appendEvents([
          ...reported.flatMap(({ facts, now }) => eventsOf(this.#ledger, facts, now)),
          ...(await raiseAlarms(
            transaction,
            this.#ledger,
            reported.map(({ facts }) => facts),
            Math.max(...whats.map(({ now }) => now)),
          )),
        ]);
        await recordFactFirings(
          transaction,
          this.#ledger,
          whats.flatMap(({ quiet, unitId }, place) =>
            factChangesOf([{ unitId, facts: results[place].facts }, ...(results[place].elsewhere ?? [])], quiet),
          ),
          Math.max(...whats.map(({ now }) => now)),
        );
        return results;
      });
      return stored.map(countOf);
    } catch (error) {
      if (whats.length === 1 || error instanceof DatabaseUnavailable)
        return whats.map(() => (error instanceof Error ? error : new Error(String(error))));
      const alone: (number | Error)[] = [];
      for (const what of whats) alone.push(...(await this.#store([what], write, countOf)));
      return alone;
    }
  }
}
