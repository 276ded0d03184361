import { expect, it } from 'vitest';
import { z } from 'zod';
import { randomUuid } from './random-uuid.ts';

it('should make UUIDs that the server takes, each another', () => {
  const ids = Array.from({ length: 1000 }, randomUuid);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
});
