import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { keepingApi } from '../common/keeping-api.ts';
import { searchApi } from '../common/search-api.ts';

/** Calls of this plugin. */
export class ExploreClient {
  readonly searches: Client<typeof searchApi>;
  readonly keeping: Client<typeof keepingApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.searches = client(searchApi, transport);
    this.keeping = client(keepingApi, transport);
  }
}
