import { about } from './event.ts';

interface OfShare {
  readonly name: string;
}

const share = about('share');

/** Location shares: who let people without a login see units, and who ended it. The link itself is never recorded. */
export const shareEvents = {
  shareCreated: share<
    OfShare & {
      readonly after: {
        readonly unit_ids: readonly number[];
        readonly from: string;
        readonly to: string;
        readonly names: boolean;
        readonly trail: boolean;
        readonly zones: boolean;
        readonly driver: boolean;
        /** What it is called; absent: none. */
        readonly destination?: string;
        readonly max_opens?: number;
      };
    }
  >(),
  shareRevoked: share<OfShare>(),
};
