import { describe, expect, it } from 'vitest';
import { guessProjectType, ProjectFileWriter, readProjectFile } from './project-file.ts';

const head = {
  name: 'Street',
  type: 1,
  typeName: 'Vector',
  description: 'x',
  settings: [{ attribute: 'FrameRate', value: 1 }],
  steps: [],
  connections: [],
  categories: [],
  folders: [{ name: 'night', status: 1 }],
};

describe('project.json', () => {
  it('reads back what it wrote, item by item', () => {
    const writer = new ProjectFileWriter(head);
    const items = [
      { folder: '', name: 'a.jpg', status: 'NotStarted' },
      { folder: 'night', name: 'b.jpg', priority: 3, customMetadata: { k: [1] } },
    ];
    const text = [writer.start(), ...items.map(item => writer.item(item)), writer.end()].join('');
    expect(readProjectFile(text)).toEqual({ file: { formatVersion: '1.0', ...head, items } });
    const empty = new ProjectFileWriter(head);
    expect(readProjectFile(empty.start() + empty.end()).file?.items).toEqual([]);
  });

  it('keeps fields of later versions, and refuses archives of another format', () => {
    expect(readProjectFile(JSON.stringify({ formatVersion: '1.7', name: 'A', type: 1, extra: 1 })).file).toMatchObject({
      extra: 1,
    });
    expect(readProjectFile(JSON.stringify({ formatVersion: '2.0', name: 'A', type: 1 })).issues).toEqual([
      { path: 'formatVersion', message: 'must be 1.x: this archive was made by a newer version' },
    ]);
  });

  it('names the field that is wrong', () => {
    expect(
      readProjectFile(JSON.stringify({ formatVersion: '1.0', name: 'A', type: 12, items: [{ name: '' }] })).issues?.map(
        issue => issue.path,
      ),
    ).toEqual(['type', 'items.0.name']);
    expect(readProjectFile('{').issues?.[0]?.message).toMatch(/^project.json is not valid JSON/);
  });
});

describe('the type of an archive without project.json', () => {
  it.each([
    [['data.jsonl'], undefined, 8],
    [['template.json', 'a___save.png'], undefined, 8],
    [['a.png___save.png'], {}, 2],
    [['a.mp4.json'], { instances: [{ meta: {}, parameters: [] }] }, 3],
    [['a.txt.json'], { freeText: '' }, 4],
    [['a.jpg.json'], { instances: [{ type: 'bbox' }] }, 1],
    [[], undefined, 1],
  ])('is guessed from %j and %j', (paths, document, type) => {
    expect(guessProjectType(paths, document)).toBe(type);
  });
});
