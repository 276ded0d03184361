import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { keepingApi } from '../common/keeping-api.ts';
import { searchApi } from '../common/search-api.ts';
import { snapshotApi } from '../common/snapshot-api.ts';
import { similarityApi } from '../common/similarity-api.ts';
import { suggestionApi } from '../common/suggestion-api.ts';

/** Calls of this plugin. */
export class ExploreClient {
  readonly searches: Client<typeof searchApi>;
  readonly keeping: Client<typeof keepingApi>;
  readonly snapshots: Client<typeof snapshotApi>;
  readonly similarity: Client<typeof similarityApi>;
  readonly suggestions: Client<typeof suggestionApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.searches = client(searchApi, transport);
    this.keeping = client(keepingApi, transport);
    this.snapshots = client(snapshotApi, transport);
    this.similarity = client(similarityApi, transport);
    this.suggestions = client(suggestionApi, transport);
  }
}
