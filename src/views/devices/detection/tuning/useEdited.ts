import { useFormikContext } from 'formik';
import { useDeferredValue, useState } from 'react';

/** The part of a schema that is needed to distinguish good settings from what is still being typed. */
interface SettingsSchema<Settings> {
  isValidSync(values: unknown): boolean;
  validateSync(values: unknown): Settings;
}

/**
 * The form's settings as they stand, the last good ones while something is being typed that is none.
 * Typing goes first: the past is recomputed when there is time between two keys.
 */
export function useEdited<Settings>(schema: SettingsSchema<Settings>, saved: Settings): Settings {
  const values = useDeferredValue(useFormikContext<object>().values);
  const [edited, setEdited] = useState({ values: null as object | null, settings: saved });
  if (values === edited.values) return edited.settings;
  const settings = schema.isValidSync(values) ? schema.validateSync(values) : edited.settings;
  const next = JSON.stringify(settings) === JSON.stringify(edited.settings) ? edited.settings : settings;
  setEdited({ values, settings: next });
  return next;
}
