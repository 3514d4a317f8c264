/** Rows on each side that a level's median takes in. */
export const MEDIAN_REACH = 2;

/** The middle value, of an even number the mean of the two in the middle. Sorts the values. */
export function medianOf(values: Float64Array): number {
  values.sort();
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/**
 * Running median of five rows, fewer at the edges; a gap longer than `gap` (ms) is an edge. Takes out
 * spikes of one or two rows and keeps steps where they are, which a mean would smear.
 */
export function runningMedian(times: Float64Array, levels: Float64Array, gap: number): Float64Array {
  const filtered = new Float64Array(levels.length);
  const around = new Float64Array(2 * MEDIAN_REACH + 1);
  for (let row = 0; row < levels.length; row++) {
    let first = row;
    while (first > 0 && row - first < MEDIAN_REACH && times[first] - times[first - 1] <= gap) first--;
    let last = row;
    while (last < levels.length - 1 && last - row < MEDIAN_REACH && times[last + 1] - times[last] <= gap) last++;
    for (let index = first; index <= last; index++) around[index - first] = levels[index];
    filtered[row] = medianOf(around.subarray(0, last - first + 1));
  }
  return filtered;
}
