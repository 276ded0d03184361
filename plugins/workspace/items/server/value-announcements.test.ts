import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { ItemsHooks } from './items-hooks.ts';

interface Announced {
  readonly kind: string;
  readonly items: readonly number[];
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

let app: TestApp;
let owner: TestPerson;
let ana: TestPerson;
let project: number;
let folder: number;
let items: readonly number[];
const announced: Announced[] = [];

const listener = defineServerHalf(definePlugin({ id: 'listener', title: 'Listener', requires: ['items'] }), {
  activate({ get, tap }) {
    for (const kind of ['assign', 'unassign', 'priority'])
      tap(get(ItemsHooks).valuesChanged.for(kind), (_, __, changes) => {
        announced.push({
          kind,
          items: changes.map(({ item }) => item.id),
          before: changes.map(each => each.before),
          after: changes.map(each => each.after),
        });
      });
  },
});

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['teams', 'projects', 'items', 'classes', 'categories', 'workflow', 'editor', 'task-requests'],
    halves: [listener as unknown as AnyServerHalf],
    jobs: false,
  });
  const team = await app.team('North');
  owner = team.owner;
  ana = await team.join('ana@north.test');
  ({ id: project, folder_id: folder } = (
    await owner.request<{ id: number; folder_id: number }>('POST', '/project', {
      body: {
        name: 'Photos',
        type: 1,
        settings: [
          { attribute: 'ImageAutoAssignEnable', value: 1 },
          { attribute: 'ImageAutoAssignCount', value: 1 },
        ],
      },
    })
  ).body);
  await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
    body: { users: [{ user_id: ana.email, user_role: 1 }] },
  });
  items = (
    await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id: folder,
        upload_state: 3,
        images: ['a', 'b'].map(name => ({ name, path: `https://files.test/${name}` })),
        meta: {},
      },
    })
  ).body.map(each => each.id);
}, DATABASE_TIMEOUT_MS);
afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

it('should announce items that somebody requests, loses with their place in the project, and gets a priority for', async () => {
  const requested = await ana.request<{ items: { id: number }[] }>('POST', `/api/v1/project/${project}/requests`, {
    body: {},
  });
  const [first] = requested.body.items.map(each => each.id);
  expect(items).toContain(first);
  expect(announced.splice(0)).toEqual([{ kind: 'assign', items: [first], before: [null], after: [ana.email] }]);

  await owner.request('POST', `/images/updateEntropy?project_id=${project}&folder_id=${folder}`, {
    body: {
      image_entropies: [
        { name: 'a', entropy_value: 7 },
        { name: 'b', entropy_value: null },
      ],
    },
  });
  expect(announced.splice(0)).toEqual([{ kind: 'priority', items: [items[0]], before: [null], after: [7] }]);

  await owner.request('DELETE', `/project/${project}/share/bulk`, { body: { user_id: [ana.email] } });
  expect(announced.splice(0)).toEqual([
    { kind: 'unassign', items: [first], before: [{ '1': ana.email }], after: [{}] },
  ]);
});
