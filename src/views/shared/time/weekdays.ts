/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Short names of the days of the week, from Monday on. */
export function weekdayNames(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return WEEKDAYS.map((day) => format.format(MONDAY + (day - 1) * DAY));
}

/** Days of the week in words, days in a row from the first to the last of them: "Mon–Wed, Fri". */
export function weekdayWords(days: readonly number[], language: string): string {
  const names = weekdayNames(language);
  const runs: number[][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const words = runs.flatMap((run) => {
    const own = run.map((day) => names[day - 1]);
    return run.length > 2 ? [`${own[0]}–${own[own.length - 1]}`] : own;
  });
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(words);
}
