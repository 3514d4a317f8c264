import { openStreetArchives, type StreetArchives } from '../basemap/archives.ts';
import { Roads } from '../basemap/roads/roads.ts';
import type { Closers } from './closers.ts';
import { ConfigurationError, type Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

/** The street maps of the settings and of DATA_DIR. One that was named and cannot be read stops the start. */
export async function openStreets(
  configuration: Configuration,
  logger: Logger,
  closers: Closers,
): Promise<StreetArchives> {
  const file = configuration.basemapPmtiles;
  const streets = await openStreetArchives({
    file,
    dataDirectory: configuration.dataDirectory,
    problem: (found, error) => logger.warn({ file: found, error }, 'This street map cannot be read and is left out.'),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`BASEMAP_PMTILES=${file} cannot be used: ${why}`);
  });
  closers.add('street maps', () => streets.close());
  return streets;
}

/** The roads of these maps, for rules that go by their classes. */
export const createRoads = ({ tile }: StreetArchives, logger: Logger): Roads =>
  new Roads({
    tile,
    problem: (error) => logger.warn({ error: String(error) }, 'roads of a street map could not be read; tried again'),
  });
