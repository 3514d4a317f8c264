import { lazy, type ComponentType } from 'react';
import { loadInside } from '../../i18n/index.ts';
import type { ScreenLoader } from '../shared/address/screen.ts';

/** A page that is shown when its code and its texts are there: the texts are not those of the sign-in page. */
export function withTexts(load: ScreenLoader): ComponentType {
  const Page = lazy(async () => (await Promise.all([load(), loadInside()]))[0]);
  return function PageWithTexts() {
    return <Page />;
  };
}
