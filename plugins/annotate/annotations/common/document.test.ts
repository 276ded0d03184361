import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';

describe('readDocument', () => {
  it('takes absent lists as empty and keeps unknown fields', () => {
    const document = readDocument({ metadata: { name: 'a.jpg', camera: 'left' }, custom: 1 });
    expect(document).toEqual({
      metadata: { name: 'a.jpg', camera: 'left' },
      instances: [],
      tags: [],
      comments: [],
      custom: 1,
    });
  });

  it('gives every instance and comment an id of its own', () => {
    const document = readDocument({
      metadata: { name: 'a' },
      instances: [{ type: 'bbox', id: 'x' }, { type: 'bbox', id: 'x' }, { type: 'point' }],
      comments: [{ x: 1, y: 2 }],
    });
    const ids = document.instances.map(one => one.id);
    expect(ids[0]).toBe('x');
    expect(new Set(ids).size).toBe(3);
    expect(document.comments[0]!.id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('reads an instance without class as unclassified', () => {
    expect(readDocument({ metadata: { name: 'a' }, instances: [{ type: 'bbox' }] }).instances[0]).toMatchObject({
      classId: -1,
      attributes: [],
    });
  });

  it('names the field of the wrong kind', () => {
    expect(() => readDocument([])).toThrow('The annotation document must be an object');
    expect(() => readDocument({ metadata: { name: 'a' }, instances: {} })).toThrow('instances must be a list');
    expect(() => readDocument({})).toThrow('metadata must be an object');
  });
});
