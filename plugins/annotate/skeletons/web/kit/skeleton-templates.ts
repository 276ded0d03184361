import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { Template } from '../../common/api.ts';
import { templatesApi } from '../../common/api.ts';

/** The skeleton templates of the team. */
export class SkeletonTemplates {
  readonly #api: Client<typeof templatesApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(templatesApi, transport);
  }

  /** Returns all templates that the caller may use. */
  async list(): Promise<readonly Template[]> {
    return (await this.#api.listTemplates({ query: {} })).data;
  }
}
