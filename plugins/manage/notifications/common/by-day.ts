/** Entries of one day, in the order they came. */
export interface DayGroup<Entry> {
  /** Midnight of the day in the local time zone. */
  readonly day: Date;
  readonly entries: readonly Entry[];
}

const midnight = (iso: string): number => new Date(iso).setHours(0, 0, 0, 0);

/** Groups entries, sorted by time, by the day of the local time zone. */
export function byDay<Entry extends { readonly created_at: string }>(
  entries: readonly Entry[],
): readonly DayGroup<Entry>[] {
  const days = [...new Set(entries.map(each => midnight(each.created_at)))];
  return days.map(day => ({ day: new Date(day), entries: entries.filter(each => midnight(each.created_at) === day) }));
}

/** Returns “Today”, “Yesterday”, or undefined for days further away. */
export function nearDay(day: Date, now: Date = new Date()): 'Today' | 'Yesterday' | undefined {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  return day.toDateString() === yesterday.toDateString() ? 'Yesterday' : undefined;
}
