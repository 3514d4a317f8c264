/**
 * The ten rules of the house as data (ARCHITECTURE.md). Rule 10's effects are checked by the linter.
 * Checked on every test run, type imports included. No folder is exempt.
 */
const library = (name) => `(^|node_modules/)${name}(/|$)`;
const test = '\\.test\\.tsx?$';

/** One forbidden kind of arrow. */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Libraries and the rooms where they live. */
const HOMES = [
  ['rxjs', '^src/(streams|app)/'],
  ['(xstate|@xstate/react)', '^src/(machines|views|app)/'],
  ['(@deck\\.gl|@luma\\.gl|maplibre-gl|pmtiles|terra-draw|terra-draw-maplibre-gl-adapter)', '^src/map/'],
  ['react-aria-components', '^src/ui/'],
  ['(i18next|react-i18next)', '^src/(i18n|app)/'],
  ['socket\\.io-client', '^src/streams/'],
  ['formik', '^src/(ui|views)/'],
  ['@tanstack/react-query', '^src/views/shared/services/'],
];

/** The server's rooms, each with those that it may import besides itself: lower ones only. */
const SERVER_FLOORS = {
  store: [],
  jobs: ['store'],
  places: [],
  ingest: ['store'],
  feeds: ['store', 'call'],
  call: ['store'],
  channels: ['store', 'jobs', 'call'],
  basemap: ['call', 'places'],
  pipeline: ['store', 'jobs', 'call'],
  repeaters: ['store', 'jobs', 'ingest', 'call', 'channels'],
  modules: ['store', 'jobs', 'places', 'ingest', 'call', 'channels', 'pipeline', 'repeaters'],
  gateway: ['store', 'call'],
  demo: ['store', 'ingest', 'channels', 'basemap'],
  app: [
    'store',
    'jobs',
    'places',
    'ingest',
    'feeds',
    'call',
    'channels',
    'basemap',
    'pipeline',
    'repeaters',
    'modules',
    'gateway',
    'demo',
  ],
  admin: ['store', 'ingest', 'modules', 'app'],
};

module.exports = {
  forbidden: [
    forbid('01-no-cycle', 'Cycles make a change anywhere a change everywhere.', {}, { circular: true }),
    forbid(
      '02-domain-is-pure',
      'Domain holds vocabulary and decisions, shared by both sides.',
      { path: '^src/domain/', pathNot: test },
      { pathNot: ['^src/domain/', library('(yup|immer|luxon|flatbush)')] },
    ),
    forbid(
      '03-contract-knows-domain-only',
      'The contract is what both sides can be compiled against.',
      { path: '^src/api/contract/', pathNot: test },
      { pathNot: ['^src/(domain|api/contract)/', library('yup')] },
    ),
    forbid(
      '04-sides-meet-in-domain-and-contract',
      'The server imports nothing else of the client.',
      { path: '^server/' },
      { path: '^src/', pathNot: '^src/(domain|api/contract)/' },
    ),
    forbid(
      '04-sides-meet-in-domain-and-contract',
      'The client imports nothing of the server.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    forbid(
      '05-rooms-point-down',
      'streams and machines are below everything that draws or calls.',
      { path: '^src/(streams|machines)/' },
      { path: '^src/(api/client|map|ui|views|app|i18n)/' },
    ),
    forbid(
      '05-rooms-point-down',
      'streams do not know machines.',
      { path: '^src/streams/' },
      { path: '^src/machines/' },
    ),
    forbid(
      '05-rooms-point-down',
      'machines do not know streams.',
      { path: '^src/machines/' },
      { path: '^src/streams/' },
    ),
    forbid(
      '05-rooms-point-down',
      'The map draws frames and knows nobody above.',
      { path: '^src/map/' },
      { path: '^src/(api/client|machines|ui|views|app)/' },
    ),
    forbid(
      '05-rooms-point-down',
      'The design system knows no product.',
      { path: '^src/ui/' },
      { path: '^src/', pathNot: '^src/(ui|domain)/' },
    ),
    forbid(
      '05-rooms-point-down',
      'Views read projections and send events.',
      { path: '^src/views/' },
      { path: '^src/(app|api/client)/' },
    ),
    forbid(
      '05-rooms-point-down',
      'Languages know no screen.',
      { path: '^src/i18n/' },
      { path: '^src/', pathNot: '^src/(i18n|domain)/' },
    ),
    forbid(
      '05-rooms-point-down',
      'The caller knows the contract only.',
      { path: '^src/api/client/' },
      { path: '^src/', pathNot: '^src/(api|domain)/' },
    ),
    ...Object.entries(SERVER_FLOORS).map(([room, lower]) =>
      forbid(
        '05-rooms-point-down',
        `server/${room} imports ${lower.join(', ') || 'no other room of the server'}.`,
        { path: `^server/${room}/`, pathNot: test },
        { path: '^server/', pathNot: `^server/(${[room, ...lower].join('|')})/` },
      ),
    ),
    forbid(
      '05-rooms-point-down',
      'A new room of the server says in SERVER_FLOORS on which floor it lives.',
      { path: '^server/', pathNot: `^server/(${Object.keys(SERVER_FLOORS).join('|')})/` },
      {},
    ),
    forbid(
      '06-siblings-are-closed',
      'Areas, workflows, layers, protocols and modules share by shared/ only.',
      {
        path: '^(src/views|src/machines|src/map/layers|server/modules|server/ingest/protocols)/([^/]+)/',
        pathNot: test,
      },
      { path: '^$1/[^/]+/', pathNot: '^$1/($2|shared)/' },
    ),
    forbid(
      '07-enter-by-the-front-door',
      'A folder is entered by its index or its registry.',
      { path: '^(src/[^/]+/[^/]+|server/[^/]+/[^/]+)', pathNot: '^(tests|models|bench)/' },
      {
        path: '^(src/(domain|machines|views)|server/modules)/[^/]+/',
        pathNot: ['^$1/', '/index\\.tsx?$', '/registry\\.tsx?$', '/shared/'],
      },
    ),
    ...HOMES.map(([name, home]) =>
      forbid(
        '08-libraries-have-a-home',
        `${name} lives in ${home}`,
        { path: '^src/', pathNot: home },
        { path: library(name) },
      ),
    ),
    forbid(
      '08-libraries-have-a-home',
      "Node is the server's.",
      { path: '^src/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      '09-tests-models-and-bench-are-leaves',
      'Nothing ships from there.',
      { path: '^(src|server)/', pathNot: test },
      { path: '^(tests|models|bench)/' },
    ),
    forbid(
      '10-no-orphans',
      'What nobody imports is dead, or an entry that this list names.',
      { orphan: true, path: '^(src|server)/', pathNot: ['\\.d\\.ts$', test] },
      {},
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
    },
  },
};
