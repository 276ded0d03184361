import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { evaluationApi } from '../common/api.ts';

/** Calls of this plugin. */
export class EvaluationClient {
  readonly api: Client<typeof evaluationApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(evaluationApi, transport);
  }
}
