import type { HistoryEntry } from './api.ts';

/** Words for what an entry names by a number. */
export interface HistoryWords {
  status(value: number): string;
  role(value: number): string;
}

const APPROVALS: Readonly<Record<string, string>> = { 0: 'Approval cleared', 1: 'Disapproved', 2: 'Approved' };
const SOMEBODY = 'somebody';

/** Returns an entry of the history as a sentence without author and time. */
export function historyText({ kind, before, after, role }: HistoryEntry, words: HistoryWords): string {
  switch (kind) {
    case 'status':
      return `${words.status(Number(before))} → ${words.status(Number(after))}`;
    case 'approval':
      return APPROVALS[after ?? ''] ?? 'Approval changed';
    case 'assigned':
      return `Assigned to ${after ?? SOMEBODY}${role === null ? '' : ` as ${words.role(role)}`}${before === null ? '' : `, instead of ${before}`}`;
    case 'unassigned':
      return `Taken from ${before ?? SOMEBODY}${role === null ? '' : ` as ${words.role(role)}`}`;
    case 'renamed':
      return `Renamed from ${before ?? ''}`;
    case 'moved':
      return 'Moved to another folder';
    case 'deleted':
      return 'Deleted';
    case 'restored':
      return 'Restored';
  }
}
