/** The published document of every call, made from the contract as the wire speaks it. */
import { endpoints } from '@portal/contract/all.ts';
import {
  type Endpoint,
  inBodyOfDelete,
  isConditional,
  moreHeader,
  type Schema,
  takesKey,
} from '@portal/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Serves `GET /api/openapi.json`, open to everyone; the document is made when it is first asked for. */
export function serveOpenApi(http: FastifyInstance): void {
  // The same bytes for everybody: however many do not read theirs, they are there once.
  let bytes: Buffer | undefined;
  http.get('/api/openapi.json', (_, reply) => {
    bytes ??= Buffer.from(JSON.stringify(openApi(endpoints)));
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

/** The OpenAPI 3.1 document of these endpoints. */
export function openApi(of: readonly { name: string; endpoint: Endpoint }[]): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of of)
    (paths[`/api${endpoint.path}`] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint);
  return {
    openapi: '3.1.0',
    info: { title: 'Trellis', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: [...new Set(of.map(({ name }) => roomOf(name)))].map((room) => ({ name: room })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token that signing in gives; it holds for five minutes.',
        },
      },
      parameters: {
        idle: {
          name: 'x-idle-ms',
          in: 'header',
          description: 'How many milliseconds ago the last real input was; left out, it is now.',
          schema: { type: 'integer', minimum: 0 },
        },
        key: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'The same key and body within 24 hours give the first answer again; another body is refused with 422.',
          schema: { type: 'string', pattern: '^[\\w.:-]{8,200}$' },
        },
        insteadOf: {
          name: 'Idempotency-Instead-Of',
          in: 'header',
          description:
            'Keys of tries that this one takes the place of, by commas, none of which was answered. Where some were done, `done` in the detail of the refusal names them: 409 (`first_try_done`), or, of a call that says its version, a stale one, with `isOwn` where one of them has made the version that stands now. Where this call is done, none of the others will be (422, `given_up`).',
          schema: { type: 'string' },
        },
      },
      responses: {
        failure: {
          description: 'It was not done; `code` and `message` say why.',
          content: json({ $ref: '#/components/schemas/failure' }),
        },
      },
      schemas: {
        failure: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string' },
            message: { type: 'string' },
            detail: { type: 'object' },
            fields: {
              type: 'object',
              description: 'Each wrong field by its path, and what is wrong with it.',
              additionalProperties: { type: 'string' },
            },
          },
        },
      },
    },
  };
}

const roomOf = (name: string) => name.split('.')[0] ?? name;

function operation(name: string, endpoint: Endpoint): Json {
  const open = endpoint.access === 'open';
  const asked = parametersOf(endpoint.query);
  const written = endpoint.method === 'DELETE' ? asked.filter(({ name: said }) => said === inBodyOfDelete) : [];
  const parameters = [
    ...asked.filter((one) => !written.includes(one)),
    ...(open ? [] : [{ $ref: '#/components/parameters/idle' }]),
    ...(takesKey(endpoint)
      ? [{ $ref: '#/components/parameters/key' }, { $ref: '#/components/parameters/insteadOf' }]
      : []),
  ];
  return {
    operationId: name,
    tags: [roomOf(name)],
    summary: endpoint.summary,
    ...(open ? { security: [] } : { 'x-access': endpoint.access }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: { required: true, content: json(wireOf(endpoint.body)) } } : {}),
    ...(written.length > 0 ? { requestBody: bodyOf(written) } : {}),
    responses: {
      200: { description: 'It was done.', ...moreOf(endpoint), content: json(wireOf(endpoint.reply)) },
      ...(isConditional(endpoint)
        ? { 304: { description: 'It is what the caller has by the tag that it named.' } }
        : {}),
      ...(open ? {} : { 401: { $ref: '#/components/responses/failure' } }),
      default: { $ref: '#/components/responses/failure' },
    },
  };
}

/** What the answer of a list says when it is not the whole of it. */
function moreOf({ atMost, query }: Endpoint): Json {
  if (atMost === undefined) return {};
  const goesOn = parametersOf(query).some(({ name }) => name === 'after');
  const description = goesOn
    ? `Only where more than ${atMost} rows would have come: what to give as \`after\` for the next ones.`
    : `\`true\` where more than ${atMost} rows would have come; the first ${atMost} have.`;
  return { headers: { [moreHeader]: { description, schema: { type: goesOn ? 'integer' : 'boolean' } } } };
}

/** What of a query is said in a body. */
function bodyOf(written: readonly Parameter[]): Json {
  const needed = written.filter(({ required }) => required).map(({ name }) => name);
  const properties = Object.fromEntries(written.map(({ name, schema }) => [name, schema]));
  const schema = { type: 'object', properties, ...(needed.length > 0 ? { required: needed } : {}) };
  return { required: needed.length > 0, content: json(schema) };
}

type Parameter = { name: string; in: 'query'; required: boolean; schema: Json };

function parametersOf(query: Schema | undefined): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = wireOf(query) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

/** What travels, in contrast to what our code holds after decoding. */
function wireOf(schema: Schema): Json {
  const { $schema: _, ...shape } = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return shape;
}
