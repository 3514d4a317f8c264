export interface TableColumn<Id extends string> {
  id: Id;
  header: string;
  /** Names a column whose header is not shown. */
  label?: string;
  /** Starting width in pixels. The last column takes what is left over. */
  width: number;
  minimumWidth?: number;
  /** Figures stand at the end, so that their digits line up. */
  align?: 'start' | 'end' | 'center';
  sortable?: boolean;
}

export interface TableSort<Id extends string> {
  column: Id;
  descending: boolean;
}
