import { createContext, useContext } from 'react';
import type { Branding, LogoVersion } from '../../../domain/account/index.ts';

/** The product's own name, where no account puts its own. */
const PRODUCT_NAME = 'Wayline';

/** Whose product this is to the people who look at it (specification, chapter 1, "White labelling"). */
export interface Brand {
  readonly name: string;
  /** Paths of the pictures; a version that was not given is missing. */
  readonly logos: Partial<Record<LogoVersion, string>>;
}

const OURS: Brand = { name: PRODUCT_NAME, logos: {} };

/** An account that gave no logo and has no host of its own leaves the product as it is. */
export function brandOf(branding: Branding | null): Brand {
  if (branding === null || branding.account_id === null) return OURS;
  return { name: branding.name || PRODUCT_NAME, logos: branding.logos };
}

export const BrandContext = createContext<Brand>(OURS);

/** The brand that the page shows. */
export function useBrand(): Brand {
  return useContext(BrandContext);
}
