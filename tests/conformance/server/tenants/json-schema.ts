import type { Bytes } from '#core/api/common/index.ts';
import { BYTES, z } from '#core/api/common/index.ts';

/** The part of JSON Schema that zod writes. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly propertyNames?: JsonSchema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** Written once for each schema: every operation is called in many ways. */
const written = new WeakMap<z.ZodType, JsonSchema>();

/** JSON Schema of what a caller sends; undefined for bytes and for calls without this part. */
export function inputSchema(schema: z.ZodType | Bytes | undefined): JsonSchema | undefined {
  if (schema === undefined || schema === BYTES) return undefined;
  const known =
    written.get(schema) ??
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as JsonSchema);
  written.set(schema, known);
  return known;
}
