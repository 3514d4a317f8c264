import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { SHAPE } from '../../../../domain/base/index.ts';
import type { LonLat, Shape } from '../../../../domain/geometry/index.ts';
import { AREA_FORMATS, writeAreas, type WrittenArea } from '../export/writeAreas.ts';
import { openAreaFile, readAreaFile } from './areaFile.ts';
import { candidateOf, type Candidate } from './candidates.ts';
import type { FoundArea } from './foundArea.ts';
import { partsOf } from './saving.ts';

const SIZES = { radius: 100, width: 50 };
const read = (text: string) => readAreaFile(strToU8(text));
function found(text: string): readonly FoundArea[] {
  const answer = read(text);
  if (!answer.ok) throw new Error(answer.error.key);
  return answer.value;
}
const checked = (areas: readonly FoundArea[]): Candidate[] =>
  areas.map((area, index) => candidateOf(area, index, SIZES, (number) => `Area ${number}`));
const feature = (type: string, coordinates: unknown, properties: object = { name: 'Depot' }): object => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const SQUARE: LonLat[] = [
  [51, 35],
  [51.1, 35],
  [51.1, 35.1],
  [51, 35.1],
  [51, 35],
];
const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Places</name>
<Folder><name>Depots</name>
<Placemark><name><![CDATA[Depot <north> & yard]]></name><description>Gate 2</description><Polygon><outerBoundaryIs><LinearRing>
<coordinates>51,35,0 51.1,35,0 51.1,35.1,0
 51,35.1,0 51,35,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing>
<coordinates>51.02,35.02 51.04,35.02 51.04,35.04 51.02,35.02</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
<Placemark><name>Customer</name><Point><coordinates>51.4,35.7,1200</coordinates></Point></Placemark></Folder>
<Placemark><name>Road</name><LineString><coordinates>51,35 51.5,35.2</coordinates></LineString></Placemark>
<Placemark><name>Photo</name></Placemark></Document></kml>`;

describe('files of areas', () => {
  it('reads polygons with holes, points and lines of KML, in folders as well, and packed as KMZ', () => {
    const areas = found(KML);
    expect(areas.map(({ name, geometry }) => [name, geometry.type])).toEqual([
      ['Depot <north> & yard', 'polygon'],
      ['Customer', 'point'],
      ['Road', 'line'],
      ['Photo', 'none'],
    ]);
    expect(areas[0]).toMatchObject({ description: 'Gate 2', number: 1 });
    const packed = readAreaFile(zipSync({ 'images/a.png': strToU8('x'), 'doc.kml': strToU8(KML) }));
    expect(packed.ok && packed.value).toEqual(areas);
    expect(checked(areas).map(({ shape, fault }) => shape?.type ?? fault?.code)).toEqual([
      'polygon',
      'circle',
      'corridor',
      'noPlace',
    ]);
  });

  it('numbers placemarks as in the file, whether in a folder or not', () => {
    const placemark = (name: string): string =>
      `<Placemark><name>${name}</name><Point><coordinates>51,35</coordinates></Point></Placemark>`;
    const areas = found(
      `<kml>\r\n<Document><Folder>${placemark('First')}</Folder>${placemark('Second')}<Folder><Folder>${placemark('Third')}
      </Folder>${placemark('Fourth')}</Folder>${placemark('Fifth')}</Document></kml>`,
    );
    expect(areas.map(({ name, number }) => `${number} ${name}`)).toEqual([
      '1 First',
      '2 Second',
      '3 Third',
      '4 Fourth',
      '5 Fifth',
    ]);
  });

  it('reads waypoints, routes and segments of tracks of GPX', () => {
    const areas = found(`<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="35.7" lon="51.4"><name>Yard</name><desc>By night</desc></wpt>
      <rte><name>Way</name><rtept lat="35" lon="51"/><rtept lat="36" lon="52"/></rte>
      <trk><name>Drive</name><trkseg><trkpt lat="1" lon="2"><ele>3</ele></trkpt><trkpt lat="3" lon="4"/></trkseg>
      <trkseg><trkpt lat="5" lon="6"/><trkpt lat="7" lon="8"/></trkseg></trk></gpx>`);
    expect(areas.map(({ name, number, geometry }) => [name, number, geometry.type])).toEqual([
      ['Yard', 1, 'point'],
      ['Way', 2, 'line'],
      ['Drive', 3, 'line'],
      ['Drive', 3, 'line'],
    ]);
    expect(areas[0].geometry).toEqual({ type: 'point', point: [51.4, 35.7] });
  });

  it('reads GeoJSON with the radius of points and the width of lines', () => {
    const areas = found(
      collection(
        feature('Point', [51, 35], { name: 'Yard', radius: 300 }),
        feature(
          'LineString',
          [
            [51, 35],
            [52, 36],
          ],
          { title: 'Road', width: 40 },
        ),
        feature('MultiPolygon', [[SQUARE], [SQUARE]]),
      ),
    );
    expect(checked(areas).map(({ name, shape }) => [name, shape?.type])).toEqual([
      ['Yard', 'circle'],
      ['Road', 'corridor'],
      ['Depot', 'polygon'],
      ['Depot', 'polygon'],
    ]);
    expect(checked(areas)[0].shape).toMatchObject({ radius: 300 });
    expect(checked(areas)[1].shape).toMatchObject({ width: 40 });
  });

  it('reads WKT with longitude first, and the latitude first of Traccar', () => {
    const [area] = found('Depot\tPOLYGON ((51 35, 51.1 35,\n 51.1 35.1, 51 35))');
    expect(area).toMatchObject({ name: 'Depot', number: 1 });
    expect(area.geometry).toMatchObject({
      rings: [
        [
          [51, 35],
          [51.1, 35],
          [51.1, 35.1],
          [51, 35],
        ],
      ],
    });
    expect(found('CIRCLE (35.7 51.4, 250)')[0].geometry).toEqual({ type: 'circle', center: [51.4, 35.7], radius: 250 });
  });

  it('says what is wrong with a file of which nothing can be taken', () => {
    const problem = (text: string) => {
      const answer = read(text);
      return answer.ok ? null : answer.error;
    };
    expect(problem('<kml><Document/></kml>')).toEqual({ key: 'empty' });
    expect(problem('<kml>\n<Placemark>\n</kml>')).toMatchObject({ key: 'notXml', values: { line: 3 } });
    expect(problem('<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>')).toEqual({ key: 'forbiddenXml' });
    expect(problem('{"type": "FeatureCollection"')).toMatchObject({ key: 'notJson' });
    expect(problem(collection())).toEqual({ key: 'empty' });
    expect(problem('name,latitude\nDepot,35')).toEqual({ key: 'unknown' });
    const [open, close] = ['<Folder>', '</Folder>'].map((tag) => tag.repeat(3_000));
    expect(problem(`<kml>${open}${close}</kml>`)).toMatchObject({ key: 'refusedXml' });
    const broken = readAreaFile(new Uint8Array([0x50, 0x4b, 3, 4, 9]));
    expect(!broken.ok && broken.error.key).toBe('notZip');
    const other = readAreaFile(zipSync({ 'a.txt': strToU8('x') }));
    expect(!other.ok && other.error.key).toBe('noKml');
  });
});

describe('files that cannot be read', () => {
  it('are named, and not loaded when they are too large', async () => {
    const file = (size: number, arrayBuffer: () => Promise<ArrayBuffer>): File =>
      Object.defineProperties(new File([], 'areas.kml'), {
        size: { value: size },
        arrayBuffer: { value: arrayBuffer },
      });
    const locked = (): Promise<ArrayBuffer> => Promise.reject(new DOMException('', 'NotReadableError'));
    expect(await openAreaFile(file(4_096, locked))).toEqual({ ok: false, error: { key: 'unreadable' } });
    expect(await openAreaFile(file(2 ** 31, locked))).toMatchObject({ ok: false, error: { key: 'tooLarge' } });
    const read = await openAreaFile(new File([KML], 'areas.kml'));
    expect(read.ok && read.value).toHaveLength(4);
  });
});

describe('areas of a file as they would be saved', () => {
  const polygon = (...rings: LonLat[][]): Candidate => checked(found(collection(feature('Polygon', rings))))[0];

  it('refuses what is no area, with its fault', () => {
    const bowTie: LonLat[] = [
      [51, 35],
      [51.1, 35.1],
      [51.1, 35],
      [51, 35.1],
      [51, 35],
    ];
    expect(polygon(bowTie)).toMatchObject({ shape: null, fault: { code: 'crossing' } });
    expect(polygon([[51, 35]])).toMatchObject({ shape: null, fault: { code: 'tooFewPoints' } });
    expect(
      polygon([
        [0, 80],
        [120, 80],
        [-120, 80],
        [0, 80],
      ]),
    ).toMatchObject({ shape: null, fault: { code: 'pole' } });
    expect(
      polygon([
        [0, 10],
        [1, 95],
        [2, 10],
        [0, 10],
      ]),
    ).toMatchObject({ fault: { code: 'position', point: 2 } });
  });

  it('refuses collections within collections without end', () => {
    const [open, close] = ['{"type":"GeometryCollection","geometries":[', ']}'].map((part) => part.repeat(5_000));
    const areas = found(`${open}{"type":"Point","coordinates":[1,2]}${close}`);
    expect(checked(areas)).toMatchObject([{ shape: null, fault: { code: 'noPlace' } }]);
  });

  it('takes an area over the date line', () => {
    expect(
      polygon([
        [179.9, 10],
        [-179.9, 10],
        [-179.9, 10.1],
        [179.9, 10.1],
        [179.9, 10],
      ]).fault,
    ).toBeNull();
  });

  it('closes rings, leaves holes out that lie outside, and shortens names', () => {
    const open = polygon(SQUARE.slice(0, 4));
    expect(open).toMatchObject({ mendings: ['closed'], shape: { coordinates: [SQUARE] } });
    const away = SQUARE.map(([longitude, latitude]): LonLat => [longitude + 1, latitude]);
    expect(polygon(SQUARE, away)).toMatchObject({ mendings: ['holeLeftOut'], shape: { coordinates: [SQUARE] } });
    const [long, none] = checked(
      found(collection(feature('Point', [1, 2], { name: 'x'.repeat(40) }), feature('Point', [1, 2], {}))),
    );
    expect(long).toMatchObject({ name: 'x'.repeat(30), mendings: ['nameCut'] });
    expect(none).toMatchObject({ name: 'Area 2', mendings: ['nameMade'] });
  });

  it('reduces a polygon of 100,000 points to what a shape may have', () => {
    const ring = Array.from({ length: 100_000 }, (_, corner): LonLat => {
      const angle = (corner * 2 * Math.PI) / 100_000;
      return [51 + Math.cos(angle) * 0.2, 35 + Math.sin(angle) * 0.2];
    });
    const { shape, fault, mendings } = polygon([...ring, ring[0]]);
    expect([fault, mendings]).toEqual([null, ['simplified']]);
    const points = shape?.type === 'polygon' ? shape.coordinates[0].length : 0;
    expect(points).toBeGreaterThan(100);
    expect(points).toBeLessThanOrEqual(SHAPE.points);
  });

  it('reduces a jagged polygon, none of whose points lies near to the line between others', () => {
    const ring = Array.from({ length: 30_000 }, (_, corner): LonLat => {
      const [angle, radius] = [(corner * 2 * Math.PI) / 30_000, corner % 2 === 0 ? 0.2 : 0.3];
      return [51 + Math.cos(angle) * radius, 35 + Math.sin(angle) * radius];
    });
    const { shape, fault, mendings } = polygon([...ring, ring[0]]);
    expect([shape?.type, fault, mendings]).toEqual(['polygon', null, ['simplified']]);
    expect(shape?.type === 'polygon' && shape.coordinates[0].length).toBeLessThanOrEqual(SHAPE.points);
  });

  it('takes 10,000 placemarks, in parts that a call may have', () => {
    const places = Array.from(
      { length: 10_000 },
      (_, place) =>
        `<Placemark><name>Customer ${place}</name><Point><coordinates>51,35</coordinates></Point></Placemark>`,
    );
    const candidates = checked(found(`<kml><Document>${places.join('')}</Document></kml>`));
    expect(candidates.filter(({ shape }) => shape !== null)).toHaveLength(10_000);
    const rows = candidates.map(({ name, shape }) => ({
      name,
      shape: shape as Shape,
      description: '',
      colour: 'blue' as const,
      labels: [],
      speed_limit: null,
      min_stay: 0,
    }));
    expect(partsOf(rows).map((part) => part.length)).toEqual(Array.from({ length: 20 }, () => 500));
  });
});

it('what is too long or out of bounds beside a shape is left out, and said', () => {
  const properties = { name: 'Depot', description: 'x'.repeat(201), colour: 'mauve', speed_limit: 900, min_stay: '30' };
  const [candidate] = checked(found(collection(feature('Point', [51, 35], properties))));
  expect(candidate).toMatchObject({ colour: null, speedLimit: null, minStay: 30 });
  expect(candidate.description).toHaveLength(200);
  expect(candidate.mendings).toEqual(['descriptionCut', 'figureLeftOut']);
});

describe('written files', () => {
  const areas: WrittenArea[] = [
    {
      name: 'Depot & yard',
      description: 'Gate <2>, "north"',
      colour: 'green',
      speed_limit: 20,
      min_stay: 60,
      shape: { type: 'polygon', coordinates: [SQUARE] },
    },
    {
      name: 'Road',
      shape: {
        type: 'corridor',
        coordinates: [
          [51, 35],
          [52, 36],
        ],
        width: 50,
      },
    },
    { name: 'Customer', shape: { type: 'circle', center: [51.5, 35.5], radius: 100 } },
  ];

  it.each(AREA_FORMATS)('are read again from %s', async (format) => {
    const bytes = new Uint8Array(await writeAreas(format, areas).arrayBuffer());
    const answer = readAreaFile(bytes);
    const again = checked(answer.ok ? answer.value : []);
    expect(again.map(({ name }) => name).toSorted()).toEqual(['Customer', 'Depot & yard', 'Road']);
    expect(again.every(({ fault }) => fault === null)).toBe(true);
    if (['geojson', 'kml', 'kmz'].includes(format))
      expect(again.find(({ name }) => name === 'Road')?.shape).toMatchObject({ type: 'corridor', width: 50 });
    if (format === 'geojson') expect(again.map(({ shape }) => shape)).toEqual(areas.map(({ shape }) => shape));
    const depot = again.find(({ name }) => name === 'Depot & yard');
    expect(depot?.shape).toMatchObject({ type: 'polygon' });
    if (format !== 'wkt') expect(depot?.description).toBe('Gate <2>, "north"');
    if (['geojson', 'kml', 'kmz'].includes(format))
      expect(depot).toMatchObject({ colour: 'green', speedLimit: 20, minStay: 60, mendings: [] });
  });

  it.each(['kml', 'kmz', 'geojson'] as const)('keep a circle on the date line where it is in %s', async (format) => {
    const shape: Shape = { type: 'circle', center: [179.9999, 10], radius: 500 };
    const bytes = new Uint8Array(await writeAreas(format, [{ name: 'Buoy', shape }]).arrayBuffer());
    const answer = readAreaFile(bytes);
    const [again] = checked(answer.ok ? answer.value : []);
    expect(again.shape).toMatchObject({ type: 'circle', radius: 500 });
    const [longitude, latitude] = again.shape?.type === 'circle' ? again.shape.center : [0, 0];
    expect(longitude).toBeCloseTo(179.9999, 5);
    expect(latitude).toBeCloseTo(10, 5);
  });
});
