import { describe, expect, it } from 'vitest';
import { readRouteFile } from './routeFile.ts';

const ok = (text: string) => {
  const read = readRouteFile(text);
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
};
const faultOf = (text: string) => {
  const read = readRouteFile(text);
  return read.ok ? null : read.error;
};
const gpx = (inside: string): string => `<?xml version="1.0"?><gpx version="1.1">${inside}</gpx>`;
const json = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const point = (name: string, coordinates: readonly unknown[]) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Point', coordinates },
});

describe('the file of a route', () => {
  it('has the named points of a planned route of GPX, whose line goes through them', () => {
    const text = gpx(
      '<rte><rtept lat="52" lon="13"><name>Depot</name></rtept><rtept lat="52.1" lon="13.2"><name>Gate</name></rtept></rte>',
    );
    expect(ok(text)).toEqual({
      places: [
        { name: 'Depot', at: [13, 52] },
        { name: 'Gate', at: [13.2, 52.1] },
      ],
      line: [
        [13, 52],
        [13.2, 52.1],
      ],
    });
  });

  it('has the line of a recorded track, and its waypoints as places', () => {
    const text = gpx(
      '<wpt lat="52" lon="13"><name>Start</name></wpt><trk><trkseg><trkpt lat="52" lon="13"/><trkpt lat="53" lon="13"/></trkseg></trk>',
    );
    expect(ok(text)).toMatchObject({ places: [{ name: 'Start' }], line: { length: 2 } });
  });

  it('has the placemarks of KML and its line', () => {
    const text = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark><name>Depot</name><Point><coordinates>13,52,0</coordinates></Point></Placemark>
      <Placemark><LineString><coordinates>13,52,0 14,52.5,0</coordinates></LineString></Placemark></Document></kml>`;
    expect(ok(text)).toEqual({
      places: [{ name: 'Depot', at: [13, 52] }],
      line: [
        [13, 52],
        [14, 52.5],
      ],
    });
  });

  it('has the points and lines of GeoJSON, in collections of geometries too', () => {
    const line = {
      type: 'LineString',
      coordinates: [
        [13, 52],
        [14, 53],
      ],
    };
    const text = json(point('Depot', [13, 52]), {
      type: 'Feature',
      properties: null,
      geometry: { type: 'GeometryCollection', geometries: [line] },
    });
    expect(ok(text)).toMatchObject({ places: [{ name: 'Depot', at: [13, 52] }], line: { length: 2 } });
  });

  it('is refused where nothing of a route is in it, with the place of what is wrong', () => {
    expect(faultOf(json())).toEqual({ code: 'empty', place: 0 });
    expect(faultOf('<html><body/></html>')).toEqual({ code: 'unknown', place: 0 });
    expect(faultOf(json(point('Depot', [13, 52]), point('Nowhere', [13, 152])))).toEqual({
      code: 'position',
      place: 2,
    });
    expect(faultOf(gpx('<wpt lat="52"><name>Half</name></wpt>'))).toEqual({ code: 'position', place: 1 });
  });

  it('is refused with the line in which it is damaged', () => {
    expect(faultOf('{\n"type": "Feature')).toEqual({ code: 'unreadableLine', place: 2 });
    expect(faultOf('no route')?.code).toMatch(/^unreadable/);
  });
});
