/** Where a key leads from a row: another row, an act on this one, or nowhere (null). */
export function moveRow(key: string, row: number, count: number, page: number): number | 'select' | 'open' | null {
  const within = (target: number): number => Math.min(count - 1, Math.max(0, target));
  switch (key) {
    case 'ArrowDown':
      return within(row + 1);
    case 'ArrowUp':
      return within(row - 1);
    case 'PageDown':
      return within(row + page);
    case 'PageUp':
      return within(row - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case ' ':
      return 'select';
    case 'Enter':
      return 'open';
    default:
      return null;
  }
}
