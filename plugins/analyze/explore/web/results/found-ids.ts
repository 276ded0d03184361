import type { ExploreAddress } from '../../common/explore-address.ts';
import { MOST_IDS } from '../../common/search-api.ts';
import type { ExploreClient } from '../explore-client.ts';

/** Place of a search, as its calls take it. */
export type SearchPlaceQuery = {
  readonly project_id: number;
  readonly folder_id: number | undefined;
  readonly subset_id: number | undefined;
  readonly time_zone: string;
};

/** Returns the place of a search in a project. */
export const searchPlace = (
  projectId: number,
  { folderId, subsetId }: Pick<ExploreAddress, 'folderId' | 'subsetId'>,
): SearchPlaceQuery => ({
  project_id: projectId,
  folder_id: folderId,
  subset_id: subsetId,
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Returns ids of what a search finds, in its order, at most `most` of them. */
export async function foundIds(
  searches: ExploreClient['searches'],
  place: SearchPlaceQuery,
  query: string,
  { offset = 0, most }: { readonly offset?: number; readonly most: number },
): Promise<readonly number[]> {
  const found: number[] = [];
  for (;;) {
    const part = await searches.findIds({ query: place, body: { query, offset: offset + found.length } });
    found.push(...part);
    if (part.length < MOST_IDS || found.length >= most) return found.slice(0, most);
  }
}
