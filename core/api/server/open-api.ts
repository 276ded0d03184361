import { z } from '../common/shapes.ts';
import { bodyLimitOf, BYTES, serviceBase } from '../common/index.ts';
import type { MountedOperation } from './handlers.ts';

/**
 * JSON schema of a shape. One that has none, as a plugin may bring, is anything, and says why: the others stay
 * described.
 */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  try {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
    return rest;
  } catch (error) {
    return { description: `This shape cannot be described: ${error instanceof Error ? error.message : String(error)}` };
  }
};

interface ParameterOwner {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const parametersOf = (place: 'path' | 'query', schema: z.ZodType | undefined): object[] => {
  if (schema === undefined) return [];
  const object = schemaOf(schema, 'input') as ParameterOwner;
  return Object.entries(object.properties ?? {}).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required?.includes(name) ?? false),
    schema: each,
  }));
};

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** The OpenAPI 3.1 document of all mounted operations, made from the contracts the server itself runs. */
export function openApiDocument(operations: readonly MountedOperation[], version: string): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { owner, name, service, operation } of operations) {
    const path = `${serviceBase(service)}${operation.path}`.replace(/:([a-zA-Z_]+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = {
      operationId: `${owner}.${name}`,
      tags: [owner],
      summary: operation.summary,
      'x-access': operation.access,
      security: operation.access === 'public' ? [] : [{ token: [] }],
      parameters: [...parametersOf('path', operation.params), ...parametersOf('query', operation.query)],
      ...(operation.body === undefined
        ? {}
        : {
            'x-body-limit': bodyLimitOf(operation),
            requestBody: {
              required: true,
              content:
                operation.body === BYTES
                  ? bytes
                  : { 'application/json': { schema: schemaOf(operation.body, 'input') } },
            },
          }),
      responses: {
        [operation.status ?? 200]: {
          description: 'Success',
          content:
            operation.reply === BYTES ? bytes : { 'application/json': { schema: schemaOf(operation.reply, 'output') } },
        },
        default: {
          description: 'Error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Loupe', version },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: { error: {}, code: { type: 'string' }, details: {}, request_id: { type: 'string' } },
        },
      },
    },
    paths,
  };
}
