/** Puts an entry into a map that holds at most `most`: the oldest goes when it is full. */
export function keepLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  if (!map.has(key) && map.size >= most) {
    const [oldest] = map.keys();
    map.delete(oldest);
  }
  map.set(key, value);
}
