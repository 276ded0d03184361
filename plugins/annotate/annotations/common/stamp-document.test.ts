import { describe, expect, it } from 'vitest';
import { neverAnnotated, presentDocument, stampSave, stampUpload } from './stamp-document.ts';

const author = { email: 'ann@example.com', now: Date.UTC(2025, 2, 4, 9, 15, 2, 114) };
const time = '2025-03-04T09:15:02.114Z';

describe('an uploaded document', () => {
  const document = {
    metadata: { name: 'x', lastAction: { email: 'old@b.c', timestamp: 1 }, mine: 1 },
    instances: [
      { type: 'bbox', creationType: 'Manual' },
      { type: 'point', probability: 40, createdAt: 'then', createdBy: null },
    ],
  };

  it('says who uploaded it and when', () => {
    expect(stampUpload(document, author, true)['metadata']).toEqual({
      name: 'x',
      lastAction: { email: 'ann@example.com', timestamp: author.now },
      mine: 1,
    });
  });

  it('of a client of the wire keeps the last action it sends, when that is valid', () => {
    expect(stampUpload(document, author, true, true)['metadata']).toMatchObject({
      lastAction: { email: 'old@b.c', timestamp: 1 },
    });
    expect(stampUpload({ metadata: { lastAction: 'yesterday' } }, author, true, true)['metadata']).toMatchObject({
      lastAction: { email: 'ann@example.com' },
    });
  });

  it('should have only preannotations, with times and probability filled in and no author added', () => {
    expect(stampUpload(document, author, true)['instances']).toEqual([
      { type: 'bbox', creationType: 'Preannotation', probability: 100, createdAt: time, updatedAt: time },
      {
        type: 'point',
        creationType: 'Preannotation',
        probability: 40,
        createdAt: 'then',
        updatedAt: time,
        createdBy: null,
      },
    ]);
  });

  it('outside the image family has no probability, and in video its fields in meta', () => {
    expect(stampUpload({ instances: [{ meta: { type: 'event' } }] }, author, false)['instances']).toMatchObject([
      { meta: { creationType: 'Preannotation', createdAt: time } },
    ]);
    expect(stampUpload({ instances: [{ type: 'entity' }] }, author, false)['instances']).not.toHaveProperty(
      '0.probability',
    );
  });
});

describe('a document saved by the editor', () => {
  it('keeps how its instances came to be', () => {
    const instances = [{ type: 'bbox', creationType: 'Manual' }];
    expect(stampSave({ metadata: { name: 'x' }, instances }, author)).toEqual({
      metadata: { name: 'x', lastAction: { email: 'ann@example.com', timestamp: author.now } },
      instances,
    });
  });
});

describe('a document that is handed out', () => {
  const item = { id: 5, name: 'b.jpg', projectId: 3, status: 'InProgress' };

  it('describes the item as it is now and keeps the rest', () => {
    expect(
      presentDocument(
        { metadata: { name: 'old', id: 1, status: 'Completed', width: 10, mine: 2 }, instances: [], more: 1 },
        item,
      ),
    ).toEqual({
      metadata: {
        name: 'b.jpg',
        id: 5,
        projectId: 3,
        status: 'InProgress',
        annotatorEmail: null,
        qaEmail: null,
        width: 10,
        mine: 2,
      },
      instances: [],
      more: 1,
    });
  });

  it('of an item never annotated has exactly the known fields', () => {
    expect(neverAnnotated({ ...item, status: 'NotStarted' })).toEqual({
      metadata: {
        name: 'b.jpg',
        id: 5,
        projectId: 3,
        height: null,
        width: null,
        status: 'NotStarted',
        pinned: false,
        annotatorEmail: null,
        qaEmail: null,
      },
      instances: [],
      tags: [],
      comments: [],
    });
  });
});
