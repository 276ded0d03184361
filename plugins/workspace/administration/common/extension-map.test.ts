import { expect, test } from 'vitest';
import { extensionMap, searchMap } from './extension-map.ts';
import type { InstalledPlugin } from './plugins-api.ts';

const plugin = {
  id: 'notes',
  title: 'Notes',
  routes: [{ name: 'list', title: 'Notes', path: '/t/:teamId/notes', access: 'team-member' }],
  commands: [{ name: 'jot', title: 'Jot down', access: 'team-member', keys: ['Alt+J'] }],
  panels: [{ name: 'beside', title: 'Notes beside', place: 'project.side' }],
  menus: [{ place: 'main', entries: ['list'] }],
  jobs: [],
  operations: [
    { name: 'listNotes', method: 'GET', path: '/api/v1/notes', summary: 'All notes', access: 'team-member' },
  ],
} as unknown as InstalledPlugin;

const map = extensionMap({
  plugins: [plugin],
  operations: [{ name: 'me', method: 'GET', path: '/user/ME', summary: 'Who am I', access: 'signed-in' }],
  hooks: [
    {
      name: 'items.statuses',
      kind: 'Revision',
      parameters: 'A',
      doc: 'On the server',
      half: 'server',
      taps: ['notes'],
    },
    { name: 'items.statuses', kind: 'Revision', parameters: 'B', doc: 'In the page', half: 'web', taps: [] },
  ],
});

test('should list each kind with what it is for, whose it is and who takes part', () => {
  expect(map.map(each => [each.id, each.entries.length])).toEqual([
    ['hooks', 2],
    ['panels', 1],
    ['menus', 1],
    ['commands', 1],
    ['routes', 1],
    ['operations', 2],
    ['jobs', 0],
  ]);
  expect(map[0]!.entries.find(each => each.anchor === 'hook-server-items.statuses')).toMatchObject({
    owner: 'items',
    usage: 'Revision<A>',
    more: expect.stringContaining('Tapped by notes'),
  });
  expect(map[1]!.entries[0]).toMatchObject({ name: 'project.side', more: 'There now: Notes beside (notes)' });
});

test('should give every entry an anchor of its own', () => {
  const anchors = map.flatMap(each => each.entries.map(entry => entry.anchor));
  expect(new Set(anchors).size).toBe(anchors.length);
});

test('should find by all words, over the kinds', () => {
  expect(searchMap(map, 'notes alt+j').flatMap(each => each.entries.map(entry => entry.anchor))).toEqual([
    'command-notes.jot',
  ]);
  expect(searchMap(map, 'HOOKS page').flatMap(each => each.entries.map(entry => entry.anchor))).toEqual([
    'hook-web-items.statuses',
  ]);
  expect(searchMap(map, 'nothing of this')).toEqual([]);
});
