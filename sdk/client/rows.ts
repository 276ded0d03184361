import type { LoupeCall, LoupeClient, LoupeService } from './loupe-client.ts';

/** Rows of one page of a list, and of one of an explore search. */
const PAGE = 2000;
const EXPLORE_PAGE = 50;

type Query = NonNullable<LoupeCall['query']>;
type Page<T> = readonly T[] | { readonly data: readonly T[]; readonly count?: number; readonly total?: number };

/**
 * All rows of a list, page by page: `offset` and `limit` in the query string. Lists that come whole, without an
 * envelope, are one page.
 */
export async function* rows<T = unknown>(
  client: LoupeClient,
  path: string,
  query: Query = {},
  options: {
    readonly limit?: number;
    readonly service?: LoupeService;
    readonly context?: NonNullable<LoupeCall['context']>;
    readonly signal?: AbortSignal;
  } = {},
): AsyncGenerator<T> {
  const { limit = PAGE, ...more } = options;
  for (let offset = 0; ;) {
    const page = await client.call<Page<T>>(path, { ...more, query: { ...query, offset, limit } });
    if (isWhole(page)) {
      yield* page;
      return;
    }
    yield* page.data;
    offset += page.data.length;
    if (isLast(page, offset, limit)) return;
  }
}

/** All rows a body query finds, `limit` at a time. The project and folder are those of the context. */
export async function* found<T = unknown>(
  client: LoupeClient,
  service: LoupeService,
  path: string,
  query: Readonly<Record<string, unknown>>,
  options: {
    readonly limit?: number;
    readonly context?: NonNullable<LoupeCall['context']>;
    readonly signal?: AbortSignal;
  } = {},
): AsyncGenerator<T> {
  const { limit = PAGE, ...more } = options;
  for (let offset = 0; ;) {
    const page = await client.call<Exclude<Page<T>, readonly T[]>>(path, {
      ...more,
      service,
      method: 'POST',
      body: { query: { search: {}, ...query, limit, offset } },
    });
    yield* page.data;
    offset += page.data.length;
    if (isLast(page, offset, limit)) return;
  }
}

/** All items an explore query finds, fifty at a time. */
export async function* explored<T = unknown>(
  client: LoupeClient,
  place: { readonly project_id: number; readonly folder_id?: number },
  query: string,
  options: { readonly subset_id?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<T> {
  const { signal, ...more } = options;
  for (let index = 0; ; index += EXPLORE_PAGE) {
    const page = await client.call<readonly T[]>('/api/v1/items/search', {
      service: 'explore',
      method: 'POST',
      query: { ...place, includeFolderNames: true },
      body: { query, image_index: index, ...more },
      ...(signal === undefined ? {} : { signal }),
    });
    yield* page;
    if (page.length < EXPLORE_PAGE) return;
  }
}

const isWhole = <T>(page: Page<T>): page is readonly T[] => Array.isArray(page);

/** With a count the end is known; without one a short page is the last. */
function isLast(
  { data, count, total }: { readonly data: readonly unknown[]; readonly count?: number; readonly total?: number },
  seen: number,
  limit: number,
): boolean {
  const all = total ?? count;
  return data.length === 0 || (all === undefined ? data.length < limit : seen >= all);
}
