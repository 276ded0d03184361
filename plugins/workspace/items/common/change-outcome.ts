/** Items that a change left as they were, for one reason. */
export interface RefusedItems {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** Reasons that are kept apart; those of further items are counted together. */
export const MOST_REASONS = 20;
const OTHERS: Omit<RefusedItems, 'count'> = { code: 'OTHER', message: 'Other reasons.' };

/** Reasons of several parts of a change as one list, those of most items first. */
export function mergedReasons(...parts: readonly (readonly RefusedItems[])[]): readonly RefusedItems[] {
  const found = new Map<string, RefusedItems>();
  for (const reason of parts.flat()) {
    const key = `${reason.code} ${reason.message}`;
    const named = found.has(key) || found.size < MOST_REASONS || reason.code === OTHERS.code ? key : 'others';
    const before = found.get(named);
    found.set(named, {
      ...(named === 'others' ? OTHERS : { code: reason.code, message: reason.message }),
      count: (before?.count ?? 0) + reason.count,
    });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

/** Counts of the outcomes of a change, or of its undo. */
export interface ChangeCounts {
  readonly changed: number;
  readonly same: number;
  /** Changed by somebody else since, and therefore left alone by an undo. */
  readonly since: number;
  readonly refused: readonly RefusedItems[];
  /** Parts that were left out of items that came to another project. */
  readonly leftOut?: readonly RefusedItems[];
}

const things = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;

/**
 * Returns the outcome of a change in words; `verb` is what was done (`approved`):
 * `12 items approved. 3 were unchanged. 1 was left as it was: …`
 */
export function outcomeText(verb: string, { changed, same, since, refused }: ChangeCounts): string {
  const kept = refused.reduce((sum, each) => sum + each.count, 0);
  const one = (count: number, single: string, several: string): string => (count === 1 ? single : several);
  const parts: string[] = [];
  if (changed > 0 || (same === 0 && since === 0 && kept === 0)) parts.push(`${things(changed)} ${verb}.`);
  if (same > 0)
    parts.push(
      changed === 0 && kept === 0
        ? 'Nothing to change.'
        : `${same.toLocaleString('en')} ${one(same, 'was', 'were')} unchanged.`,
    );
  if (since > 0)
    parts.push(
      `${things(since)} ${one(since, 'was', 'were')} changed since and ${one(since, 'stays', 'stay')} as ${one(since, 'it is', 'they are')}.`,
    );
  if (kept > 0) parts.push(`${things(kept)} left as ${one(kept, 'it was', 'they were')}: ${reasonsText(refused)}`);
  return parts.join(' ');
}

/** Returns the two most frequent reasons, with their numbers when there are several. */
export function reasonsText(refused: readonly RefusedItems[]): string {
  if (refused.length === 1) return refused[0]!.message;
  const refusedText = refused
    .slice(0, 2)
    .map(each => `${each.message} (${each.count.toLocaleString('en')})`)
    .join(' ');
  const rest = refused.slice(2).reduce((sum, each) => sum + each.count, 0);
  return rest === 0 ? refusedText : `${refusedText} Other reasons (${rest.toLocaleString('en')}).`;
}
