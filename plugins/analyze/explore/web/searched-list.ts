import { inject } from 'inversify';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { ListedItems } from '#plugins/annotate/editor/web/kit/index.ts';
import { originAddress } from '../common/address-origin.ts';
import { writtenAddress } from '../common/explore-address.ts';
import { MOST_SELECTED } from '../common/search-api.ts';
import { ExploreClient } from './explore-client.ts';
import { foundIds, searchPlace } from './results/found-ids.ts';

/** The results of a search as the list that an item was opened from. */
export class SearchedList {
  constructor(
    @inject(ExploreClient) private readonly client: ExploreClient,
    @inject(TeamStore) private readonly teams: TeamStore,
  ) {}

  /** Returns the list that `from` of an item's address names; undefined when it names no search. */
  of(from: string, projectId: number): ListedItems | undefined {
    const address = originAddress(from);
    if (address === undefined) return undefined;
    const ids = (): Promise<readonly number[]> =>
      foundIds(this.client.searches, searchPlace(projectId, address), address.query, { most: MOST_SELECTED });
    const search = writtenAddress(address).toString();
    return { ids, path: `/t/${this.teams.state.team?.id}/p/${projectId}/explore${search === '' ? '' : `?${search}`}` };
  }
}
