import sharp from 'sharp';
import type { Branding, LogoVersion } from '../../../../src/domain/account/index.ts';
import type { AccountId } from '../../../../src/domain/base/index.ts';
import type { MailBrand } from '../../../channels/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { pictureUrl } from '../people/pictures.ts';

interface BrandRow {
  id: number;
  name: string;
  default_theme: string;
  default_language: string;
  logos: Partial<Record<LogoVersion, string>> | null;
}

/** What an account without a brand of its own, and none above it, shows: the product itself. */
const NO_BRANDING: Branding = { account_id: null, name: '', logos: {}, default_theme: '', default_language: '' };

/** Logos and defaults of the account, or of the nearest one above, that may white-label and has any. */
export async function readBranding(
  database: Queryable,
  directory: Pick<UnitDirectory, 'ancestorsOf'>,
  account: AccountId,
): Promise<Branding> {
  const chain = [account, ...directory.ancestorsOf(account)];
  const rows = await database.query<BrandRow>(
    `select a.id, a.name, a.default_theme, a.default_language,
            (select jsonb_object_agg(l.version, l.image_id) from account_logo l where l.account_id = a.id) as logos
     from account a where a.id = any($1::int8[]) and a.allow_white_labelling`,
    [chain],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of chain) {
    const row = byId.get(id);
    if (row && (row.logos !== null || row.default_theme !== '' || row.default_language !== '')) return brandingOf(row);
  }
  return NO_BRANDING;
}

/** The same for the account whose host name a page is served under, before anybody signed in. */
export async function readBrandingOfHost(
  database: Queryable,
  directory: Pick<UnitDirectory, 'ancestorsOf'>,
  host: string,
): Promise<Branding> {
  const name = host.trim().toLowerCase().replace(/:\d+$/, '');
  const [row] = await database.query<{ id: number }>(
    "select id from account where host_name = $1 and status = 'active'",
    [name],
  );
  return row ? readBranding(database, directory, row.id as AccountId) : NO_BRANDING;
}

/** Twice the height at which a mail shows it, for dense screens. */
const MAIL_LOGO = { width: 480, height: 80 };
/** Mails are read on white. */
const MAIL_LOGO_VERSIONS: readonly LogoVersion[] = ['light', 'expanded', 'collapsed', 'dark'];

/** The name and logo under which an account's people get mail; null where that is the product's own. */
export async function readMailBrand(
  database: Queryable,
  directory: Pick<UnitDirectory, 'ancestorsOf'>,
  account: AccountId,
): Promise<MailBrand | null> {
  const { account_id: id, name } = await readBranding(database, directory, account);
  if (id === null) return null;
  const rows = await database.query<{ version: LogoVersion; data: Buffer }>(
    'select l.version, i.data from account_logo l join image i on i.id = l.image_id where l.account_id = $1',
    [id],
  );
  const best = MAIL_LOGO_VERSIONS.flatMap((version) => rows.filter((row) => row.version === version)).at(0);
  const logo = best
    ? await sharp(best.data)
        .resize({ ...MAIL_LOGO, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer()
    : null;
  return { name, logo };
}

function brandingOf(row: BrandRow): Branding {
  return {
    account_id: row.id,
    name: row.name,
    logos: Object.fromEntries(Object.entries(row.logos ?? {}).map(([version, image]) => [version, pictureUrl(image)])),
    default_theme: row.default_theme,
    default_language: row.default_language,
  };
}
