import { inject } from 'inversify';
import { buffer } from 'node:stream/consumers';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { addressOf, formAddresses } from '#plugins/annotate/form/common/index.ts';
import { openableAddress } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Items, OutsideFiles } from '#plugins/workspace/items/server/kit/index.ts';
import { FormDocuments } from './form-documents.ts';

/** Bytes of an attached JSON that are read for the addresses in it. */
const MOST_BYTES = 15 * 1024 ** 2;
/** Milliseconds it may take. */
const LONGEST = 20_000;

/**
 * Media of other hosts that a form shows: the server reads them for who may see the form, and reads nothing that is not
 * in it.
 */
export class FormMedia {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(FormDocuments) private readonly documents: FormDocuments,
    @inject(OutsideFiles) private readonly outside: OutsideFiles,
    @inject(Egress) private readonly egress: Egress,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /**
   * Signed addresses in the order of the question; null for one that the form does not hold for the caller.
   * @throws Fault NOT_FOUND, and what `opening` answers.
   */
  async sign(
    context: RequestContext,
    projectId: number,
    itemId: number,
    addresses: readonly string[],
  ): Promise<(string | null)[]> {
    const item = await this.items.get(context, itemId, projectId);
    // Who may not open the item now learns nothing about its content.
    await this.items.asset(context, item);
    const wanted = addresses.map(addressOf);
    const source = await this.documents.addressSource(context, item);
    let held = formAddresses(source.plan, { ...source, payload: undefined });
    if (wanted.some(each => each !== undefined && !held.has(each)))
      held = formAddresses(source.plan, { ...source, payload: await this.#payload(item) });
    return wanted.map(each =>
      each !== undefined && held.has(each) ? this.outside.address(context.team.id, each, 'media') : null,
    );
  }

  /** The attached JSON; undefined where there is none that can be read. */
  async #payload(item: ItemRow): Promise<unknown> {
    try {
      return JSON.parse((await this.#text(item)) ?? 'null') as unknown;
    } catch (error) {
      if (error instanceof SyntaxError || (isFault(error) && error.status < 500)) return undefined;
      throw error;
    }
  }

  async #text(item: ItemRow): Promise<string | undefined> {
    if (item.blob_hash !== null) {
      const stream = (item.size ?? 0) > MOST_BYTES ? undefined : await this.blobs.get(item.blob_hash);
      return stream === undefined ? undefined : (await buffer(stream)).toString('utf8');
    }
    const url = item.integration_id === null ? openableAddress(item.url) : undefined;
    if (url === undefined) return undefined;
    const answer = await this.egress.fetch(url, { maxBytes: MOST_BYTES, timeoutMs: LONGEST });
    if (answer.ok) return answer.text();
    await answer.discard();
    return undefined;
  }
}
