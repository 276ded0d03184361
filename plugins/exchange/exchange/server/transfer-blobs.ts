import { inject } from 'inversify';
import type { BlobDriver, Database } from '#core/data/server/index.ts';
import { BlobsToken, DatabaseToken } from '#core/kernel/server/index.ts';
import type { TransferTables } from './transfer-tables.ts';

/**
 * Files of exports and imports. The same bytes are kept once for all teams, so a file goes only when nobody uses it any
 * more.
 */
export class TransferBlobs {
  constructor(
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(DatabaseToken) private readonly database: Database,
  ) {}

  /** Deletes files that no export or import of any team names. Not to be called inside a transaction of a team. */
  async release(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      const used = await this.database
        .system<TransferTables>('users of a file of an export or import')
        .transaction(
          async trx =>
            (await trx.selectFrom('exchange.export').select('id').where('blob_hash', '=', hash).executeTakeFirst()) ??
            (await trx.selectFrom('exchange.import').select('id').where('blob_hash', '=', hash).executeTakeFirst()),
        );
      if (used === undefined) await this.blobs.delete(hash);
    }
  }
}
