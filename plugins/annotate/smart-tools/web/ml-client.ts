import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { mlApi } from '../common/api.ts';
import type { Capability, CapabilityName } from '../common/capability.ts';

/** Milliseconds for which the states of capabilities are kept: an operator installs models rarely. */
const MEMORY_MS = 60_000;

/** Calls of this plugin. */
export class MlClient {
  readonly api: Client<typeof mlApi>;
  #capabilities: { readonly at: number; readonly answer: Promise<readonly Capability[]> } | undefined;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(mlApi, transport);
  }

  /** Returns the state of a capability. Rejects when the server cannot be asked. */
  async capability(name: CapabilityName): Promise<Capability | undefined> {
    if (this.#capabilities === undefined || Date.now() - this.#capabilities.at > MEMORY_MS)
      this.#capabilities = { at: Date.now(), answer: this.api.capabilities().then(({ data }) => data) };
    try {
      return (await this.#capabilities.answer).find(each => each.name === name);
    } catch (error) {
      this.#capabilities = undefined;
      throw error;
    }
  }
}
