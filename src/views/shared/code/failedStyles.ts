/** Style sheets that did not come: code whose styles are missing would be shown raw. */
export interface FailedStyles {
  /** Asks again for those that failed. Rejects, in words that the page takes for missing code, when one fails again. */
  restore(): Promise<void>;
}

/** Notes every style sheet of the page that fails from now on. The builder's own loader asks for each only once. */
export function watchStyles(page: Document): FailedStyles {
  const failed = new Set<HTMLLinkElement>();
  page.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    true,
  );
  return {
    async restore() {
      await Promise.all([...failed].map((link) => askAgain(link, failed)));
    },
  };
}

function askAgain(link: HTMLLinkElement, failed: Set<HTMLLinkElement>): Promise<void> {
  failed.delete(link);
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    link.replaceWith(next);
  });
}
