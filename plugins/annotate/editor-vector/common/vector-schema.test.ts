import { describe, expect, it } from 'vitest';
import { vectorSchema } from './vector-schema.ts';
import { shapes } from './checks.support.ts';

describe('the schema that clients get', () => {
  it('has a type const directly in each alternative, none by reference', () => {
    const alternatives = vectorSchema('export').properties!['instances']!.items!.oneOf!;
    expect(alternatives.map(alternative => alternative.properties!['type']!.const)).toEqual(Object.keys(shapes));
    expect(JSON.stringify(vectorSchema('export'))).not.toContain('$ref');
  });

  it('asks a box for points and nothing else', () => {
    const box = vectorSchema('export').properties!['instances']!.items!.oneOf![0]!;
    expect(box.required).toEqual(['type', 'points']);
  });
});
