import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { insightsApi } from '../common/api.ts';

/** Calls of this plugin. */
export class InsightsClient {
  readonly api: Client<typeof insightsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(insightsApi, transport);
  }
}

/** Key of the boards of a project. */
export const boardsKey = (projectId: number): readonly unknown[] => ['insights', projectId, 'boards'];
