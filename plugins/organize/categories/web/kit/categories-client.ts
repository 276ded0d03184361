import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { Category } from '../../common/api.ts';
import { categoriesApi } from '../../common/api.ts';

/** Most categories of one answer. */
const PAGE = 2000;

/** Calls of the categories plugin. */
export class CategoriesClient {
  readonly api: Client<typeof categoriesApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(categoriesApi, transport);
  }

  /** All categories of a project, the oldest first. */
  async all(projectId: number): Promise<readonly Category[]> {
    const found: Category[] = [];
    for (;;) {
      const { data, count } = await this.api.listCategories({
        query: { project_id: projectId, offset: found.length, limit: PAGE },
      });
      found.push(...data);
      if (data.length === 0 || found.length >= count) return found;
    }
  }
}
