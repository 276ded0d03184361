import { expect, test } from 'vitest';
import { definePlugin } from '#core/kernel/common/index.ts';
import { pageOwner } from './page-owner.ts';

const route = (path: string) => ({ path, title: '', access: 'team-member' });
const manifests = [
  definePlugin({ id: 'items', title: 'Items', routes: { one: route('/t/:teamId/p/:projectId/:place') } }),
  definePlugin({
    id: 'projects',
    title: 'Projects',
    routes: {
      list: route('/t/:teamId/projects'),
      fresh: route('/t/:teamId/projects/new'),
      setup: route('/t/:teamId/p/:projectId/setup'),
    },
  }),
];

test.each([
  ['/t/1/projects', 'projects'],
  ['/t/1/projects/', 'projects'],
  ['/t/1/p/4/data', 'items'],
  ['/t/1/p/4/setup', 'projects'],
  ['/t/1', undefined],
  ['/', undefined],
])('should know the owner of the page at %s', (path, owner) => {
  expect(pageOwner(manifests, path)).toBe(owner);
});
