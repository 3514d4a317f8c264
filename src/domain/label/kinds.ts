/** Kinds that the specification (chapter 3) calls otherwise than the list of such things. */
const OTHERWISE = {
  sims: 'sim',
  geofences: 'geofence',
  routes: 'route',
  service_reminders: 'maintenance',
} as const satisfies Readonly<Record<string, string>>;

/** The kind of groups that the things of a list may be in. */
export type LabelKindOf<List extends string> = List extends keyof typeof OTHERWISE ? (typeof OTHERWISE)[List] : List;

/** The kind of groups of a list: `sims` are in groups of the kind `sim`, `units` in those of the kind `units`. */
export const labelKindOf = <List extends string>(list: List): LabelKindOf<List> =>
  ((OTHERWISE as Readonly<Record<string, string>>)[list] ?? list) as LabelKindOf<List>;
