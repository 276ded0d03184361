import { expect, test } from 'vitest';
import { declaredMenu } from './declared-menu.ts';

const access = 'team-member';

test('should list routes by their path and commands by their id, each with its place in the order', () => {
  const notes = {
    id: 'notes',
    title: 'Notes',
    routes: { list: { path: '/notes', title: 'All notes', access, icon: 'star', section: '/notes/' } },
    commands: { add: { title: 'Add a note', access } },
    menus: { main: ['list', { use: 'add', order: 5 }], other: ['add'] },
  };
  expect(declaredMenu([notes, { id: 'empty', title: 'Empty' }], 'main')).toEqual([
    { id: 'notes.list', title: 'All notes', order: 0, access, icon: 'star', path: '/notes', section: '/notes/' },
    { id: 'notes.add', title: 'Add a note', order: 5, access, command: 'notes.add' },
  ]);
});
