import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import { kernelApi } from '../common/index.ts';

/** Calls of the kernel, for the shell and for plugins that show jobs. */
export class KernelClient {
  readonly api: Client<typeof kernelApi>;

  constructor(transport: Transport) {
    this.api = client(kernelApi, transport);
  }
}
