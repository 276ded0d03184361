import { expect, it } from 'vitest';
import { allProjects } from './all-projects.ts';

it('should read the projects of every page, each once', async () => {
  const present = Array.from({ length: 4200 }, (_, id) => ({ id }));
  const asked: unknown[] = [];
  const listProjects = async ({ query }: { query: { offset: number; limit: number } }): Promise<object> => {
    asked.push(query.offset);
    // A project made meanwhile moves the others by one.
    const start = Math.max(0, query.offset - 1);
    return { data: present.slice(start, start + query.limit), count: present.length };
  };
  const found = await allProjects({ listProjects } as never);
  expect(found.map(each => each.id)).toEqual(present.map(each => each.id));
  expect(asked).toEqual([0, 2000, 4000]);
});
