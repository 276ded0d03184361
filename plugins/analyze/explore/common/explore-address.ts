/** View of results. */
export type ResultView = 'grid' | 'list' | 'instance' | 'zoom' | 'map';

const views: readonly ResultView[] = ['grid', 'list', 'instance', 'zoom', 'map'];

/** State of the page of a search, in its address. */
export interface ExploreAddress {
  /** The query that was run; empty for everything. */
  readonly query: string;
  readonly folderId: number | undefined;
  readonly subsetId: number | undefined;
  readonly view: ResultView;
  /** The query shown beside it; undefined while one query is shown. */
  readonly other?: string | undefined;
  /** The layer of suggestions that is shown instead of the results. */
  readonly suggestions?: number | undefined;
}

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

/** Reads an address: values that are missing or wrong are ignored. */
export function readAddress(params: URLSearchParams): ExploreAddress {
  const folderId = idOf(params.get('folder_id'));
  return {
    query: (params.get('query') ?? '').trim(),
    folderId,
    subsetId: folderId === undefined ? idOf(params.get('subset_id')) : undefined,
    view: views.find(each => each === params.get('view')) ?? 'grid',
    other: params.get('other')?.trim(),
    suggestions: idOf(params.get('suggestions')),
  };
}

/** The parameters of an address: the same for the same search. */
export function writtenAddress({
  query,
  folderId,
  subsetId,
  view,
  other,
  suggestions,
}: ExploreAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (query.trim() !== '') params.set('query', query.trim());
  if (folderId !== undefined) params.set('folder_id', String(folderId));
  else if (subsetId !== undefined) params.set('subset_id', String(subsetId));
  if (view !== 'grid') params.set('view', view);
  if (other !== undefined) params.set('other', other.trim());
  if (suggestions !== undefined) params.set('suggestions', String(suggestions));
  return params;
}
