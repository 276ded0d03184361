import { describe, expect, it } from 'vitest';
import { APP_PLACES, CAPABILITIES } from '#sdk/app/app-manifest.ts';
import { readManifest } from './read-manifest.ts';
import type { JsonSchema } from './manifest-schema.ts';
import { manifestSchema, schemaText, withSchema } from './manifest-schema.ts';

/** Fields without words, by their path. */
const silent = (schema: JsonSchema, path = ''): readonly string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description === undefined || field.description === '' ? [`${path}${name}`] : []),
    ...silent(field, `${path}${name}.`),
  ]),
  ...(schema.items === undefined ? [] : silent(schema.items, `${path}0.`)),
];

describe('the schema of a manifest', () => {
  const schema = manifestSchema();
  const { properties = {} } = schema;

  it('should have a sentence for every field, place and capability', () => {
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['$schema', 'name', 'sdk', 'entry', 'mounts', 'capabilities', 'commands', 'hosts']),
    );
    expect(silent(schema)).toEqual([]);
    for (const [given, known] of [
      [properties['mounts']!.items!.properties!['place']!, APP_PLACES],
      [properties['commands']!.items!.properties!['place']!, APP_PLACES],
      [properties['capabilities']!.items!, CAPABILITIES],
    ] as const) {
      expect(given.enum).toEqual(Object.keys(known));
      expect(given.enumDescriptions).toEqual(Object.values(known));
    }
  });

  it('should demand and refuse what the product does', () => {
    expect(schema['required']).toEqual(['name', 'sdk', 'entry', 'mounts', 'capabilities']);
    expect(schema['additionalProperties']).toBe(false);
    expect(properties['mounts']!.items!['additionalProperties']).toBe(false);
    expect(properties['sdk']).toMatchObject({ type: 'string', pattern: expect.any(String) });
    expect(JSON.parse(schemaText())).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe('the name of the schema in a manifest', () => {
  const manifest = { name: 'Hello', sdk: '1.0', entry: 'main.tsx', mounts: [], capabilities: [] };

  it('should be written as the first field, and leave the rest as it is', () => {
    expect(withSchema('{\n  "name": "A { b",\n    "x": 1 }')).toBe(
      '{\n  "$schema": "./loupe-app.schema.json",\n  "name": "A { b",\n    "x": 1 }',
    );
    expect(withSchema('{"name":"A"}')).toBe('{"$schema": "./loupe-app.schema.json", "name":"A"}');
    expect(readManifest({ 'loupe-app.json': withSchema(JSON.stringify(manifest))!, 'main.tsx': '' })).toMatchObject({
      manifest: { ...manifest, $schema: './loupe-app.schema.json' },
      problems: [],
    });
  });

  it('should not be written twice, nor into what is no manifest', () => {
    for (const text of [withSchema('{"name":"A"}')!, '{"$schema":"https://example.org"}', '{}', '[]', '{ "name": ', ''])
      expect(withSchema(text)).toBeUndefined();
  });
});
