import { describe, expect, it } from 'vitest';
import { checkDocument, errorAt, isAccepted, reportText, warningAt } from './checks.ts';
import { commentSchema, instanceFields, metadataSchema, tagsSchema } from './shared-schema.ts';

const schema = {
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: metadataSchema,
    tags: tagsSchema,
    comments: { type: 'array', items: commentSchema },
    instances: { type: 'array', items: { type: 'object', properties: instanceFields('export') } },
  },
} as const;
const found = (document: unknown): string[] =>
  checkDocument(schema, document).map(issue => `${issue.path}: ${issue.message}`);
const withInstance = (fields: object): unknown => ({ metadata: { name: 'a.jpg' }, instances: [fields] });

describe('document checks', () => {
  it('ask for metadata with a name and nothing else', () => {
    expect(found({ metadata: { name: 'a.jpg' } })).toEqual([]);
    expect(found({})).toEqual([": 'metadata' is a required property"]);
    expect(found({ metadata: {} })).toEqual(["metadata: 'name' is a required property"]);
    expect(found({ metadata: { name: 7 } })).toEqual(["metadata.name: 7 is not of type 'string'"]);
    expect(found({ metadata: { name: '' } })).toEqual(["metadata.name: '' is too short"]);
    expect(found([])).toEqual([": [] is not of type 'object'"]);
  });

  it('take null for every optional field and keep quiet about unknown ones', () => {
    const names = [
      'status',
      'url',
      'projectId',
      'annotatorEmail',
      'qaEmail',
      'lastAction',
      'width',
      'height',
      'pinned',
      'isPredicted',
      'error',
    ];
    expect(
      found({
        metadata: { name: 'a', mine: { x: 1 }, ...Object.fromEntries(names.map(name => [name, null])) },
        more: [1],
      }),
    ).toEqual([]);
    expect(
      found(withInstance(Object.fromEntries(Object.keys(instanceFields('export')).map(name => [name, null])))),
    ).toEqual([]);
  });

  it.each([
    [{ probability: 140 }, 'instances[0].probability: 140 is greater than the maximum of 100'],
    [{ probability: '50' }, "instances[0].probability: '50' is not of type 'integer'"],
    [
      { creationType: 'Auto' },
      "instances[0].creationType: 'Auto' is not one of ['Manual', 'Prediction', 'Preannotation']",
    ],
    [{ createdBy: { email: 'nobody', role: 'Odd role' } }, 'instances[0].createdBy.email: nobody  invalid email'],
    [{ createdAt: '2021-11-02 ' }, 'instances[0].createdAt: 2021-11-02   does not match YYYY-MM-DDTHH:MM:SS.fffZ'],
    [{ pointLabels: { x3: 'a' } }, 'instances[0].pointLabels: x3 does not match ^[0-9]+$'],
    [{ pointLabels: { 3: 1 } }, "instances[0].pointLabels.3: 1 is not of type 'string'"],
    [{ attributes: [{ name: 'x' }] }, "instances[0].attributes[0]: 'groupName' is a required property"],
  ])('find %j', (fields, text) => {
    expect(found(withInstance(fields))).toEqual([text]);
  });

  it('ask for both parts of lastAction when it is there', () => {
    expect(found({ metadata: { name: 'a', lastAction: { email: 'a@b.c' } } })).toEqual([
      "metadata.lastAction: 'timestamp' is a required property",
    ]);
  });

  it('ask a comment for a message with text and e-mail', () => {
    const comments = (comment: object): unknown => ({
      metadata: { name: 'a' },
      comments: [{ x: 1, y: 2, ...comment }],
    });
    expect(found(comments({ correspondence: [{ text: 'hi', email: 'a@b.c' }] }))).toEqual([]);
    expect(found(comments({ correspondence: [] }))).toEqual(['comments[0].correspondence: [] is too short']);
    expect(found(comments({ correspondence: [{ text: 'hi' }] }))).toEqual([
      "comments[0].correspondence[0]: 'email' is a required property",
    ]);
  });

  it('refuse an unknown schema version and say nothing else', () => {
    expect(found({ version: 'V9.00' })).toEqual([': Schema V9.00 does not exist.']);
    expect(found({ version: 'V1.00', metadata: { name: 'a' } })).toEqual([]);
  });
});

describe('the report', () => {
  it('has a line per finding, sorted by path, paths padded to 48, the root without path', () => {
    expect(reportText([errorAt('metadata.name', 'b'), errorAt('', 'root'), warningAt('instances[0]', 'a')])).toBe(
      `root\n${'instances[0]'.padEnd(48)}a\n${'metadata.name'.padEnd(48)}b`,
    );
  });

  it('distinguishes warnings from refusals', () => {
    expect(isAccepted([warningAt('', 'a')])).toBe(true);
    expect(isAccepted([warningAt('', 'a'), errorAt('', 'b')])).toBe(false);
  });
});
