/** Hosts beside our own that the client may fetch tiles from, as `https://host[:port]`. */
export type TileHosts = readonly string[];

/**
 * Headers of every answer. Scripts come from us alone: no inline script, no eval. maplibre-gl starts
 * its workers from blobs; react-aria and the map set styles on elements, which needs inline styles.
 */
export function securityHeaders(tileHosts: TileHosts): Record<string, string> {
  const tiles = tileHosts.join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "child-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`,
    "font-src 'self' data:",
    `connect-src 'self' data: blob: ${tiles}`,
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].map((directive) => directive.trim());
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Tile services ask for the page's origin; nobody is told the path, which may name a unit.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Origins of tile addresses such as `https://{s}.tiles.example/{z}/{x}/{y}.png`; what is no address gives none. */
export function tileOrigins(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = new Set<string>();
  for (const address of addresses) {
    const match = /^(https?):\/\/([^/?#]+)/i.exec(address ?? '');
    if (!match?.[1] || !match[2]) continue;
    // `{s}` stands for one of several names of the host; a policy writes that as a wildcard.
    const host = match[2].replace(/^\{[^}]*\}\./, '*.').replace(/^[^@]*@/, '');
    if (/^[*\w.:-]+$/.test(host)) origins.add(`${match[1].toLowerCase()}://${host}`);
  }
  return [...origins];
}
