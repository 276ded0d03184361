import { expect, it, vi } from 'vitest';
import { restoreContributors, restoredText } from './restore-contributors.ts';

it('should give removed people their role, rights and pause back', async () => {
  const contributors = {
    shareProject: vi.fn(async () => ({ invalidUsers: [] })),
    listContributors: vi.fn(async () => ({
      data: [
        { id: 11, email: 'ana@x.io' },
        { id: 12, email: 'ben@x.io' },
      ],
    })),
    updateContributor: vi.fn(async () => ({})),
  };
  await restoreContributors({ contributors } as never, 5, [
    { email: 'ana@x.io', role: 2, permissions: [3, 4], paused: true },
    { email: 'ben@x.io', role: 1, permissions: [], paused: false },
  ]);
  expect(contributors.shareProject).toHaveBeenCalledWith({
    params: { project_id: 5 },
    body: {
      users: [
        { user_id: 'ana@x.io', user_role: 2 },
        { user_id: 'ben@x.io', user_role: 1 },
      ],
    },
  });
  expect(contributors.updateContributor.mock.calls).toEqual([
    [{ params: { project_id: 5, contributor_id: 11 }, body: { permissions: [3, 4], paused: true } }],
  ]);
});

it.each([
  ['Ana', 1, 0, 'Ana is in the project again.'],
  ['Ana', 1, 3, 'Ana is in the project again. Items stay unassigned.'],
  ['2 people', 2, undefined, '2 people are in the project again. Items stay unassigned.'],
])('should say that items of %s stay unassigned when there were some', (who, count, items, text) =>
  expect(restoredText(who, count, items)).toBe(text),
);
