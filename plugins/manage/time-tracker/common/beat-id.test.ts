import { expect, it } from 'vitest';
import { beatId } from './beat-id.ts';
import { beat } from './api.ts';

it('should make ids that the server takes, each another', () => {
  const ids = Array.from({ length: 1000 }, beatId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids)
    expect(beat.safeParse({ beat: id, item_id: 1, at: '2026-03-02T08:00:00.000Z', type: 'key' }).success, id).toBe(
      true,
    );
});
