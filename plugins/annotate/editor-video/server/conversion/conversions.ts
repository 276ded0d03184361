import { inject } from 'inversify';
import type { ColumnType, Kysely, Selectable } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls, Jobs } from '#core/data/server/index.ts';
import { BlobUrlsToken, JobsToken } from '#core/kernel/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ConversionView } from '../../common/api.ts';
import { decoderUnavailable, Ffmpeg } from '../ffmpeg/ffmpeg.ts';

type Optional = ColumnType<string | null, string | null | undefined, string | null>;

interface ProxyTable {
  team_id: number;
  /** The file it is made of. */
  blob_hash: string;
  state: 'waiting' | 'converting' | 'ready' | 'failed';
  job_id: Optional;
  error: Optional;
  proxy_hash: Optional;
}
interface ConversionTables {
  'editor_video.proxy': ProxyTable;
}
export type ConversionRow = Selectable<ProxyTable>;

/** Milliseconds for which the address of a converted video can be read. */
const LIFETIME_MS = 12 * 3_600_000;

/** Videos that were converted so that browsers decode them, one for each file. Items are rows that the caller sees. */
export class Conversions {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
  ) {}

  async view(context: RequestContext, item: ItemRow): Promise<ConversionView> {
    const row = item.blob_hash === null ? undefined : await this.of(context, item.blob_hash);
    if (row === undefined) {
      const possible = item.blob_hash !== null && (await this.ffmpeg.available());
      return { state: possible ? 'none' : 'unavailable', job_id: null, error: null, url: null };
    }
    const name = `${item.name.replace(/\.[^.]+$/, '')}-converted.webm`;
    return {
      state: row.state,
      job_id: row.state === 'waiting' || row.state === 'converting' ? row.job_id : null,
      error: row.error,
      url:
        row.proxy_hash === null
          ? null
          : this.urls.sign({ hash: row.proxy_hash, type: 'video/webm', name }, LIFETIME_MS),
    };
  }

  /** Begins the conversion of a file, unless it runs or is done. @throws Fault DECODER_UNAVAILABLE, NOT_FOUND */
  async begin(context: RequestContext, item: ItemRow): Promise<ConversionView> {
    const hash = item.blob_hash;
    if (hash === null) throw notFound(`The file of ${item.name}`);
    if (!(await this.ffmpeg.available())) throw decoderUnavailable();
    await context.transaction(async (trx: Kysely<ConversionTables>) => {
      const begun = await trx
        .insertInto('editor_video.proxy')
        .values({ team_id: context.team.id, blob_hash: hash, state: 'waiting' })
        .onConflict(taken =>
          taken
            .columns(['team_id', 'blob_hash'])
            .doUpdateSet({ state: 'waiting', error: null })
            .where('editor_video.proxy.state', '=', 'failed'),
        )
        .returning('blob_hash')
        .executeTakeFirst();
      if (begun === undefined) return;
      const { id } = await this.jobs.enqueue(undefined, {
        teamId: context.team.id,
        plugin: 'editor-video',
        name: 'convert',
        creatorId: context.user.id,
        subject: { project_id: item.project_id, item_id: item.id, hash },
      });
      await this.set(context, hash, { job_id: id });
    });
    return this.view(context, item);
  }

  of(context: RequestContext, hash: string): Promise<ConversionRow | undefined> {
    return context.transaction((trx: Kysely<ConversionTables>) =>
      trx.selectFrom('editor_video.proxy').selectAll().where('blob_hash', '=', hash).executeTakeFirst(),
    );
  }

  async set(
    context: RequestContext,
    hash: string,
    change: Partial<Pick<ConversionRow, 'state' | 'job_id' | 'error' | 'proxy_hash'>>,
  ): Promise<void> {
    await context.transaction((trx: Kysely<ConversionTables>) =>
      trx.updateTable('editor_video.proxy').set(change).where('blob_hash', '=', hash).execute(),
    );
  }
}
