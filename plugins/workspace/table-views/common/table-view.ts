import type { CustomView } from './api.ts';

/** Connects a table to its views, which it stores and applies. */
export interface TableView {
  readonly columns: readonly unknown[];
  readonly sort: readonly unknown[];
  readonly filters: readonly unknown[];
}

/** The view a table begins with: the person's own, else the team's. */
export const beginningView = (views: readonly CustomView[]): CustomView | undefined =>
  views.find(each => each.is_default && each.user_id !== null) ?? views.find(each => each.is_default);

/** True when a table looks as the view says. */
export const looksLike = (view: TableView, now: TableView): boolean =>
  (['columns', 'sort', 'filters'] as const).every(part => sorted(view[part]) === sorted(now[part]));

/** The database gives keys back in its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
