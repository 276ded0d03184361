import { describe, expect, it } from 'vitest';
import type { DocumentFacts } from './handed-out.ts';
import { handedOut } from './handed-out.ts';

const facts: DocumentFacts = {
  kind: 'form',
  item: { id: 5, name: 'talk', projectId: 3, status: 'InProgress', pinned: true, width: 10, height: 20 },
  url: 'https://files.test/talk',
  etag: '5-1',
  folderName: 'batch',
  category: 'cooking',
};

describe('an annotation that is handed out', () => {
  it('includes folder, category and etag in the compact shapes only', () => {
    const stored = { metadata: { name: 'talk', mine: 1 }, data: { a: 1 }, comments: [] };
    expect(handedOut(stored, facts, 'llmJsonV2')).toEqual({
      metadata: { name: 'talk', mine: 1, folder_name: 'batch', item_category: { value: 'cooking' }, etag: '5-1' },
      data: { a: { value: 1 } },
    });
    expect(handedOut(stored, facts, undefined)).toEqual(stored);
  });

  it('takes every other name of a shape for the native one', () => {
    expect(handedOut({ metadata: { name: 'talk' }, data: { a: 1 } }, facts, 'export')).toEqual({
      metadata: { name: 'talk' },
      data: { a: 1 },
    });
  });

  it('has the lists of its kind, also where the stored one lacks them', () => {
    expect(handedOut({ metadata: { name: 'a' } }, { ...facts, kind: 'timeline' }, undefined)).toEqual({
      metadata: { name: 'a' },
      instances: [],
      tags: [],
    });
    expect(handedOut({ metadata: { name: 'a' }, freeText: 'note' }, { ...facts, kind: 'text' }, undefined)).toEqual({
      metadata: { name: 'a' },
      instances: [],
      tags: [],
      freeText: 'note',
    });
  });

  it('omits the size of a picture nobody annotated', () => {
    expect(handedOut(undefined, { ...facts, kind: 'flat' }, undefined)).toEqual({
      metadata: {
        name: 'talk',
        id: 5,
        projectId: 3,
        height: null,
        width: null,
        status: 'InProgress',
        pinned: true,
        annotatorEmail: null,
        qaEmail: null,
      },
      instances: [],
      tags: [],
      comments: [],
    });
  });

  it('says where a video came from, before anything is annotated', () => {
    expect(handedOut(undefined, { ...facts, kind: 'timeline' }, undefined)['metadata']).toEqual({
      name: 'talk',
      id: 5,
      projectId: 3,
      url: 'https://files.test/talk',
      height: null,
      width: null,
      duration: null,
      error: null,
      status: 'InProgress',
      annotatorEmail: null,
      qaEmail: null,
    });
  });

  it('never has a root key that readers take for a failure', () => {
    expect(
      Object.keys(
        handedOut({ metadata: { name: 'a' }, error: 1, errors: 2, mine: 3 }, { ...facts, kind: 'text' }, undefined),
      ),
    ).toEqual(['instances', 'tags', 'freeText', 'metadata', 'mine']);
  });
});
