import type { DocumentForm, JsonSchema } from '#plugins/annotate/annotations/common/index.ts';
import { vectorSchema } from '#plugins/annotate/editor-vector/common/index.ts';

const tiling: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    tileSize: { type: 'integer', minimum: 64, maximum: 2048 },
    overlap: { type: 'integer', minimum: 0 },
    levels: { type: 'integer', minimum: 1 },
    format: { enum: ['jpg', 'png', 'webp'] },
    scheme: { enum: ['xyz', 'dzi'] },
  },
};

const georeference: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    crs: { type: 'string', minLength: 1 },
    transform: { type: 'array', minItems: 6, items: { type: 'number' } },
  },
};

/**
 * JSON Schema draft 7 of tiled documents: those of vector projects, with the pyramid and the place on the earth in the
 * metadata.
 */
export function tiledSchema(form: DocumentForm): JsonSchema {
  const schema = vectorSchema(form);
  const metadata = schema.properties!['metadata']!;
  return {
    ...schema,
    title: `Tiled annotations, ${form} form`,
    properties: {
      ...schema.properties,
      metadata: { ...metadata, properties: { ...metadata.properties, tiling, georeference } },
    },
  };
}
