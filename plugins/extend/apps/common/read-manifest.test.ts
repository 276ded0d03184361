import { describe, expect, it } from 'vitest';
import { MANIFEST_FILE } from './app.ts';
import { problemText, readManifest, sourceBytes } from './read-manifest.ts';

const good = {
  name: 'Hello',
  sdk: '1.0',
  entry: 'main.tsx',
  mounts: [{ place: 'team.page' }],
  capabilities: ['projects.read'],
};
const files = (manifest: unknown): Record<string, string> => ({
  'main.tsx': '',
  [MANIFEST_FILE]: typeof manifest === 'string' ? manifest : JSON.stringify(manifest),
});

describe('the manifest of an app', () => {
  it('should be read', () => {
    expect(readManifest(files(good))).toEqual({ manifest: good, problems: [] });
  });

  it.each([
    [{ ...good, name: ' ' }, 'name', 'give it a name'],
    [{ ...good, sdk: 'one' }, 'sdk', 'is a version such as 1.0'],
    [{ ...good, entry: 'other.tsx' }, 'entry', 'names other.tsx, which is not among the files'],
    [{ ...good, hosts: ['a.test', 'two words'] }, 'hosts.1', '“two words” is no host. Write it like api.example.org'],
    [{ ...good, colour: 'red' }, 'colour', 'is not a field of the manifest'],
    [{ ...good, mounts: [{ place: 'team.page', size: 1 }] }, 'mounts.0.size', 'is not a field of the manifest'],
  ])('should report what is wrong with %j', (manifest, field, reason) => {
    expect(readManifest(files(manifest)).problems).toEqual([{ file: MANIFEST_FILE, field, reason }]);
  });

  it.each([
    [
      { commands: [{ id: 'go', title: 'Go' }] },
      [['capabilities', 'lacks “commands”, which an app with commands asks for']],
    ],
    [
      { capabilities: ['commands'], commands: [{ id: 'go', title: 'Go', place: 'item.panel' }] },
      [['commands.0.place', '“item.panel” is none of the places in "mounts"']],
    ],
    [
      {
        capabilities: ['commands'],
        commands: [
          { id: 'go', title: 'Go' },
          { id: 'go', title: 'Went' },
        ],
      },
      [['commands.1.id', '“go” is the id of another command']],
    ],
    [
      { capabilities: ['commands'], mounts: [], commands: [{ id: 'go', title: 'Go' }] },
      [['commands', 'need a place in "mounts" where the app is opened to do them']],
    ],
    [
      { capabilities: ['commands'], commands: [{ id: '9 lives', title: '' }] },
      [
        ['commands.0.id', 'is a word such as refresh'],
        ['commands.0.title', 'give it a title'],
      ],
    ],
    [
      { capabilities: ['commands'], commands: [{ id: 'go', title: 'Go', shortcut: 'Ctrl+W' }] },
      [['commands.0.shortcut', 'is not a field of the manifest']],
    ],
    [{ capabilities: ['commands'], commands: [{ id: 'go', title: 'Go', icon: 'play', place: 'team.page' }] }, []],
  ])('should report what is wrong with commands: %j', (more, problems) => {
    expect(readManifest(files({ ...good, ...more })).problems.map(each => [each.field, each.reason])).toEqual(problems);
  });

  it('should name the field of a place and of a capability that nobody knows', () => {
    expect(
      readManifest(files({ ...good, mounts: [{ place: 'moon' }], capabilities: ['fly'] })).problems.map(
        each => each.field,
      ),
    ).toEqual(['mounts.0.place', 'capabilities.0']);
  });

  it('should say when it is missing or no JSON', () => {
    expect(readManifest({}).problems.map(problemText)).toEqual([
      'loupe-app.json is missing. It names the app, its first file and where it appears',
    ]);
    expect(readManifest(files('{ "name": ')).problems[0]).toMatchObject({
      field: '',
      reason: expect.stringMatching(/^is not JSON: /),
    });
  });
});

it('should count sources in bytes', () => {
  expect(sourceBytes({ 'a.ts': 'ü' })).toBe(6);
});
