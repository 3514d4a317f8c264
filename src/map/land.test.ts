import { expect, it } from 'vitest';
import { watchLand } from './land.ts';

/** A map whose tiles come as a test says. */
function createMap(hasGround = true) {
  const painted: string[] = [];
  let notify: (event: object) => void = () => undefined;
  let isLoaded = false;
  const land = watchLand(
    {
      on: (_type, listener) => void (notify = listener),
      areTilesLoaded: () => isLoaded,
      getLayer: () => (hasGround ? {} : undefined),
      setPaintProperty: (layer, name, value) => void painted.push(`${layer} ${name} ${value}`),
    },
    () => 'water',
  );
  const come = (event: object, all = true): void => {
    isLoaded = all;
    notify(event);
  };
  return { land, painted, come };
}

it('paints the sea once the land of the whole picture is there, and once only', () => {
  const { land, painted, come } = createMap();
  come({ sourceId: 'world' });
  come({ sourceId: 'world', tile: {} }, false);
  expect([land.hasCome, painted]).toEqual([false, []]);
  come({ sourceId: 'world', tile: {} });
  come({ sourceId: 'world', tile: {} });
  expect([land.hasCome, painted]).toEqual([true, ['ground background-color water']]);
});

it('paints it too when the last that was waited for did not come', () => {
  const { land, come } = createMap();
  come({ sourceId: 'world', sourceDataType: 'metadata' });
  expect(land.hasCome).toBe(false);
  come({ sourceId: 'world', sourceDataType: 'idle' });
  expect(land.hasCome).toBe(true);
});

it('paints it when zones or routes of the same map are the last to come', () => {
  const { land, come } = createMap();
  come({ sourceId: 'world', tile: {} }, false);
  come({ sourceId: 'zones', tile: {} });
  expect(land.hasCome).toBe(true);
});

it('takes the pictures of a service for no land of ours', () => {
  const { land, come } = createMap();
  come({ sourceId: 'service', tile: {} });
  expect(land.hasCome).toBe(false);
});

it('leaves a style without that ground alone', () => {
  const { land, painted, come } = createMap(false);
  come({ sourceId: 'streets', tile: {} });
  expect([land.hasCome, painted]).toEqual([true, []]);
});
