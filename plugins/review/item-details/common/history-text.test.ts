import { expect, it } from 'vitest';
import type { HistoryEntry } from './api.ts';
import { historyText } from './history-text.ts';

const words = { status: (value: number) => `S${value}`, role: (value: number) => `R${value}` };
const entry = (patch: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  kind: 'status',
  before: null,
  after: null,
  role: null,
  by: null,
  at: '',
  ...patch,
});

it.each<[Partial<HistoryEntry>, string]>([
  [{ before: '1', after: '2' }, 'S1 → S2'],
  [{ kind: 'approval', before: '0', after: '1' }, 'Disapproved'],
  [{ kind: 'approval', before: '1', after: '0' }, 'Approval cleared'],
  [{ kind: 'assigned', after: 'ana@x.org', role: 1 }, 'Assigned to ana@x.org as R1'],
  [
    { kind: 'assigned', before: 'ana@x.org', after: 'ben@x.org', role: 1 },
    'Assigned to ben@x.org as R1, instead of ana@x.org',
  ],
  [{ kind: 'unassigned', before: null, role: 2 }, 'Taken from somebody as R2'],
  [{ kind: 'renamed', before: 'a.png', after: 'b.png' }, 'Renamed from a.png'],
])('should say of %j “%s”', (patch, text) => {
  expect(historyText(entry(patch), words)).toBe(text);
});
