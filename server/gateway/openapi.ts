import type {
  SchemaDescription,
  SchemaFieldDescription,
  SchemaInnerTypeDescription,
  SchemaObjectDescription,
} from 'yup';
import {
  APP_VERSION,
  BACKFILL_PATH,
  HISTORY_PATH,
  VISITS_PATH,
  backfillRequest,
  catalogue,
  historyStreamRequest,
  visitsStreamRequest,
  type MethodName,
} from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';

type JsonSchema = Record<string, unknown>;

/**
 * The API as OpenAPI 3.1, generated from the catalogue. All methods share `POST /api`, so each gets
 * a path of its own by a fragment (`/api#auth-service.signin`), which clients drop when they call.
 */
export function createOpenApi(): JsonSchema {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, JsonSchema> = { CallError: callErrorSchema(), ReplyHeader: replyHeaderSchema() };
  for (const name of Object.keys(catalogue) as MethodName[]) {
    const { service, summary, access, unitAccess, forKeys, request } = catalogue[name];
    schemas[`${name}Request`] = toJsonSchema(request.describe());
    const post = {
      ...operation(name, service, summary, access, 'application/json'),
      ...(unitAccess && { 'x-unit-access': unitAccess }),
      'x-api-keys': access !== 'public' && (access !== 'session' || forKeys),
    };
    paths[`/api#${service}.${name}`] = { post };
  }
  for (const [path, method, request, summary, contentType = 'application/octet-stream'] of [
    [
      HISTORY_PATH,
      'streamHistory',
      historyStreamRequest,
      'The fixes of units in an interval, as a stream of track blocks or as a file.',
    ],
    [
      BACKFILL_PATH,
      'streamBackfill',
      backfillRequest,
      'The last fix of each unit at or before an instant, as track blocks.',
    ],
    [
      VISITS_PATH,
      'streamVisits',
      visitsStreamRequest,
      'Who was inside a shape in an interval, as found: visits and progress as JSON lines.',
      'application/x-ndjson',
    ],
  ] as const) {
    schemas[`${method}Request`] = toJsonSchema(request.describe());
    paths[path] = {
      post: operation(method, 'tracking-service', summary, { resource: 'units', action: 'sh' }, contentType),
    };
  }
  paths['/upload'] = { post: uploadOperation() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wayline',
      version: APP_VERSION,
      description: 'Every call is a POST of an envelope: a header that names the method, and its data.',
    },
    paths,
    components: { schemas },
  };
}

function operation(method: string, service: string, summary: string, access: unknown, contentType: string) {
  return {
    operationId: method,
    tags: [service],
    summary,
    'x-access': access,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['header', 'data'],
            properties: {
              header: headerSchema(method, service),
              data: { $ref: `#/components/schemas/${method}Request` },
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The answer.',
        content: { [contentType]: contentType === 'application/json' ? { schema: replySchema() } : {} },
      },
      default: { description: 'Refused.', content: { 'application/json': { schema: replySchema() } } },
    },
  };
}

/** The one call that is a form. */
function uploadOperation() {
  const text = { type: 'string' };
  return {
    operationId: 'upload',
    tags: ['file-gate'],
    summary: 'Takes a picture (JPG or PNG, at most 2 MB); uploadProfilePic and uploadLogo use it.',
    'x-access': 'session',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['token', 'file'],
            properties: { token: text, account: text, lang: text, file: { type: 'string', format: 'binary' } },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The picture: image_id, url, width, height.',
        content: { 'application/json': { schema: replySchema() } },
      },
      default: { description: 'Refused.', content: { 'application/json': { schema: replySchema() } } },
    },
  };
}

function headerSchema(method: string, service: string): JsonSchema {
  return {
    type: 'object',
    required: ['method', 'service'],
    properties: {
      method: { const: method },
      service: { const: service },
      timezone: { type: 'integer', description: 'Minutes east of UTC.' },
      lang: { type: 'string' },
      token: { type: ['string', 'null'] },
      account: { type: ['integer', 'null'] },
      version: { type: 'string' },
    },
  };
}

function replySchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      error: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/CallError' }] },
      header: { $ref: '#/components/schemas/ReplyHeader' },
      data: {},
    },
  };
}

function replyHeaderSchema(): JsonSchema {
  return { type: 'object', properties: { status: { enum: ['ok', 'error'] }, correlationId: { type: 'string' } } };
}

function callErrorSchema(): JsonSchema {
  const field = { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } };
  return {
    type: 'object',
    required: ['code', 'message', 'title', 'category'],
    properties: {
      code: { enum: Object.values(ERROR) },
      message: { type: 'string' },
      title: { type: 'string' },
      category: { enum: ['session', 'permission', 'validation', 'conflict', 'limit', 'server'] },
      fields: { type: 'array', items: field },
      retry_after: { type: 'number', description: 'Seconds.' },
    },
  };
}

/** A yup description as JSON Schema; tests that have no counterpart there are left to the server. */
function toJsonSchema(description: SchemaFieldDescription): JsonSchema {
  if (!('tests' in description)) return {};
  const schema: JsonSchema = { ...shapeOf(description), ...boundsOf(description) };
  if (description.oneOf.length > 0) schema.enum = description.oneOf;
  if (description.nullable && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (description.default !== undefined && description.type !== 'object') schema.default = description.default;
  return schema;
}

function shapeOf(description: SchemaDescription): JsonSchema {
  const isInteger = description.tests.some((test) => test.name === 'integer');
  if (description.type === 'number') return { type: isInteger ? 'integer' : 'number' };
  if (description.type === 'array') {
    const { innerType } = description as SchemaInnerTypeDescription;
    return { type: 'array', items: innerType && !Array.isArray(innerType) ? toJsonSchema(innerType) : {} };
  }
  // Values that a test of their own checks; JSON Schema has no word for that.
  if (description.type === 'mixed') return {};
  if (description.type !== 'object') return { type: description.type };
  const { fields } = description as SchemaObjectDescription;
  const required = Object.entries(fields)
    .filter(([, field]) => 'optional' in field && !field.optional)
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toJsonSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function boundsOf({ type, tests }: SchemaDescription): JsonSchema {
  const bounds: JsonSchema = {};
  const [minimum, maximum] =
    type === 'string'
      ? ['minLength', 'maxLength']
      : type === 'array'
        ? ['minItems', 'maxItems']
        : ['minimum', 'maximum'];
  for (const { name, params } of tests) {
    if (name === 'min') {
      // `positive()` is reported as more than 0.
      if (params?.more === undefined) bounds[minimum] = params?.min;
      else bounds.exclusiveMinimum = params.more;
    }
    if (name === 'max') bounds[maximum] = params?.max;
    if (name === 'matches' && params?.regex instanceof RegExp) bounds.pattern = params.regex.source;
  }
  return bounds;
}
