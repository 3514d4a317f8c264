/** Starts to watch units; the answer ends it. */
export type Watch = (unitIds: readonly number[]) => () => void;

/**
 * One list out of what several screens watch: the server keeps a single one for each connection. Those who watch
 * few come first, so that the card of one unit is not crowded out by a list of as many as may be watched.
 */
export function createWatchers(send: (unitIds: readonly number[]) => void): Watch {
  const watchers = new Set<readonly number[]>();
  let sent = '';
  const update = (): void => {
    const unitIds = [...new Set([...watchers].sort((a, b) => a.length - b.length).flat())];
    const list = unitIds.join();
    if (list === sent) return;
    sent = list;
    send(unitIds);
  };
  return (unitIds) => {
    const watcher = [...unitIds];
    watchers.add(watcher);
    update();
    return () => {
      if (watchers.delete(watcher)) update();
    };
  };
}
