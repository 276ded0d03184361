import { expect, it } from 'vitest';
import type { HistoryEntry } from './api.ts';
import { happenings } from './happenings.ts';

it('should be one list of entries and versions, newest first', () => {
  const entry = (id: number, at: string): HistoryEntry => ({
    id,
    kind: 'status',
    before: '1',
    after: '2',
    role: null,
    by: 'ana@x.org',
    at,
  });
  const version = {
    revision: 1,
    updatedBy: 'ben@x.org',
    updatedAt: '2024-01-02T00:00:00.000Z',
    instanceCount: 3,
    size: 10,
  };
  const all = happenings([entry(2, '2024-01-03T00:00:00.000Z'), entry(1, '2024-01-01T00:00:00.000Z')], [version]);
  expect(all.map(each => [each.at.slice(8, 10), each.by])).toEqual([
    ['03', 'ana@x.org'],
    ['02', 'ben@x.org'],
    ['01', 'ana@x.org'],
  ]);
});
