import type { RuleReport } from '../kinds/index.ts';
import { marginOf, type DetectionPoint } from '../../shared/index.ts';

/** The last usable fix, as plain data. */
export interface RecentFix {
  readonly latitude: number;
  readonly longitude: number;
}

/** Puts the usable fixes of a unit into the reports that rules read, each beside the one before. */
export class RecentFixes {
  #latitude: number;
  #longitude: number;

  constructor(last: RecentFix | null = null) {
    this.#latitude = last?.latitude ?? Number.NaN;
    this.#longitude = last?.longitude ?? Number.NaN;
  }

  /** Fills the report's places; a fix that is not usable (`isUsable`) says nothing of where the unit is. */
  fill(report: RuleReport, { latitude, longitude, accuracy }: DetectionPoint, isUsable: boolean): void {
    report.latitude = isUsable ? latitude : Number.NaN;
    report.longitude = isUsable ? longitude : Number.NaN;
    report.fixMargin = marginOf(accuracy);
    report.latitudeBefore = this.#latitude;
    report.longitudeBefore = this.#longitude;
    if (!isUsable) return;
    this.#latitude = latitude;
    this.#longitude = longitude;
  }

  state(): RecentFix | null {
    return Number.isNaN(this.#latitude) ? null : { latitude: this.#latitude, longitude: this.#longitude };
  }
}
