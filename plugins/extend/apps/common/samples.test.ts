import { describe, expect, it } from 'vitest';
import {
  FIRST_SAMPLES,
  readSamples,
  sampleItem,
  sampleOf,
  sampleProject,
  samplesSchema,
  withoutSamples,
} from './samples.ts';

const read = (value: unknown): NonNullable<ReturnType<typeof readSamples>['samples']> =>
  readSamples(JSON.stringify(value)).samples!;

describe('sample data', () => {
  it('should answer a call by its reply, or by the first case that fits its arguments', () => {
    const samples = read({
      'projects.classes': [{ id: 1, name: 'Leaf' }],
      'items.list': [
        { when: { projectId: 2, status: [1, 2] }, reply: 'of two' },
        { when: { projectId: 3 }, reply: 'of three' },
      ],
      'items.get': [{ when: { itemId: 1 }, reply: 'the first' }, { reply: 'any other' }],
      'comments.list': [],
    });
    expect(sampleOf(samples, 'projects.classes', { projectId: 1 })).toEqual({ reply: [{ id: 1, name: 'Leaf' }] });
    expect(sampleOf(samples, 'items.list', { projectId: 2, status: [1, 2], limit: 5 })).toEqual({ reply: 'of two' });
    expect(sampleOf(samples, 'items.list', { projectId: 2, status: [1] })).toBeUndefined();
    expect(sampleOf(samples, 'items.list', { projectId: 3 })).toEqual({ reply: 'of three' });
    expect(sampleOf(samples, 'items.get', { projectId: 1, itemId: 7 })).toEqual({ reply: 'any other' });
    expect(sampleOf(samples, 'comments.list', {})).toEqual({ reply: [] });
    expect(sampleOf(samples, 'people.ofProject', {})).toBeUndefined();
  });

  it('should give the bytes of files', () => {
    const samples = read({ 'files.read': { name: 'a.txt', mime: 'text/plain', bytes: 'aGk=' } });
    expect(sampleOf(samples, 'files.read', {})).toEqual({
      reply: { name: 'a.txt', mime: 'text/plain', bytes: new Uint8Array([104, 105]) },
    });
    expect(readSamples('{"files.read": {"bytes": "%"}}').problems).toMatchObject([
      { message: expect.stringContaining('base64') },
    ]);
  });

  it('should say what is wrong and where, and keep the rest', () => {
    const text =
      '{\n  "items.get": { "id": 1 },\n  "note": "items.lst",\n    "items.lst": {},\n  "context.get": {},\n  "items.list": [{ "when": { "projctId": 1 }, "reply": 1 }],\n  "storage.get": [{ "when": 3, "reply": 1 }, { "reply": 2, "also": 1 }]\n}';
    const { samples, problems } = readSamples(text);
    expect([...samples!.keys()]).toEqual(['items.get']);
    expect(problems).toEqual([
      { line: 3, column: 3, message: 'The SDK has no call note.' },
      { line: 4, column: 5, message: 'The SDK has no call items.lst.' },
      { line: 5, column: 3, message: expect.stringMatching(/^context\.get takes no reply/) },
      {
        line: 6,
        column: 3,
        message: expect.stringMatching(/^items\.list has no argument “projctId”.*It takes .*projectId/),
      },
      { line: 7, column: 3, message: 'storage.get: "when" must be an object with some of the arguments.' },
    ]);
    expect(readSamples('{ "Items.List": 1 }').problems[0]?.message).toBe(
      'The SDK has no call Items.List. Do you mean items.list?',
    );
    expect(readSamples('{\n "a": 1,\n}')).toMatchObject({
      samples: undefined,
      problems: [{ line: 3, message: expect.stringMatching(/^It is not JSON/) }],
    });
    expect(readSamples('[]')).toMatchObject({ samples: undefined, problems: [{ line: 1 }] });
    expect(readSamples(undefined)).toEqual({ samples: undefined, problems: [] });
  });

  it('should name a project and an item for the places that need them', () => {
    const { samples, problems } = readSamples(FIRST_SAMPLES);
    expect(problems).toEqual([]);
    expect(sampleProject(samples!)).toEqual({ id: 1, name: 'Sample project', type: 'Vector' });
    expect(sampleItem(samples!)).toEqual({ id: 1, name: 'sample.jpg' });
    expect(sampleItem(read({ 'items.get': { id: 4, name: 'four.txt' } }))).toEqual({ id: 4, name: 'four.txt' });
    expect(sampleProject(read({ 'projects.list': { projects: 'none' } }))).toBeUndefined();
  });

  it('should be known to the code editor, and be no part of what is published', () => {
    expect(samplesSchema().properties).toHaveProperty(
      ['items.list', 'description'],
      expect.stringContaining('projectId'),
    );
    expect(samplesSchema().properties).not.toHaveProperty(['context.get']);
    expect(withoutSamples({ 'main.tsx': 'a', 'samples.json': '{}' })).toEqual({ 'main.tsx': 'a' });
  });
});
