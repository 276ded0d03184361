import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { personScoresApi, scoresApi, scoreValuesApi } from '../common/api.ts';

/** Calls of this plugin. */
export class ScoresClient {
  readonly templates: Client<typeof scoresApi>;
  readonly values: Client<typeof scoreValuesApi>;
  readonly people: Client<typeof personScoresApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.templates = client(scoresApi, transport);
    this.values = client(scoreValuesApi, transport);
    this.people = client(personScoresApi, transport);
  }
}
