import type { InvalidateOptions, InvalidateQueryFilters } from '@tanstack/react-query';
import { QueryClient } from '@tanstack/react-query';

/**
 * Cache of what the server answered. Unlike its base class it also repeats a first load that is under way when its
 * query is invalidated: the answer may have been read before the change.
 */
export class LoupeQueryClient extends QueryClient {
  readonly #repeated = new WeakSet<object>();

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(query => query.state.data === undefined && query.state.fetchStatus === 'fetching')
      .filter(query => !this.#repeated.has(query));
    const invalidated = super.invalidateQueries(filters, options);
    const repeats = loading.map(async query => {
      this.#repeated.add(query);
      // Answers the load that is under way; a failure is reported where the query is used.
      await query.fetch().catch(() => undefined);
      this.#repeated.delete(query);
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    });
    await Promise.all([invalidated, ...repeats]);
  }
}
