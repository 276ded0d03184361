import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import { classesApi } from '../../common/api.ts';

/** Calls of the classes plugin. */
export class ClassesClient {
  readonly api: Client<typeof classesApi>;

  constructor(transport: Transport) {
    this.api = client(classesApi, transport);
  }
}
