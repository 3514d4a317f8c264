import type { Found } from '../../../../src/api/contract/index.ts';
import type { Place } from '../../../places/index.ts';
import { countryName } from '../accounts/countryName.ts';

/** A town of the gazetteer as a line of search results. */
export function townFound({ name, country, latitude, longitude }: Place, lang: string): Found {
  return { kind: 'place', id: 0, title: name, detail: countryName(country, lang), latitude, longitude };
}
