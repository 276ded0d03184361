import { inject, optional } from 'inversify';
import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSource, JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { ReadTexts } from '#plugins/annotate/editor-text/server/kit/index.ts';
import { itemRows, ItemText } from '#plugins/workspace/items/server/kit/index.ts';
import { excerptAround } from '../common/text-passages.ts';
import { searchInTime } from './search-time.ts';

type Trx = Kysely<unknown>;

/** Characters of a text that are searched. */
export const MOST_TEXT = 1_000_000;
/** Texts that are read while somebody waits; more are left to a job. */
const INLINE = 500;
/** Texts that take as long as a PDF file or a web page. */
const FILE_EFFORT = 25;
/** Texts of one step, and files that are read at a time. */
const STEP = 50;
const AT_ONCE = 8;
/** Characters before and after the words in an excerpt. */
const AROUND = 80;

/** An item whose text was not read since its file came. */
interface UnreadText {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly blob_hash: string;
  /** Null for a file that is no plain text. */
  readonly content_length: number | null;
}

/** Texts of items for lists under the name `item`. Only what was read is found. */
export const textField: FieldSource = {
  kind: 'text',
  value: sql`words.body`,
  within: matching =>
    sql<SqlBool>`exists (select 1 from explore.item_text as words
      where words.team_id = item.team_id and words.item_id = item.id and ${matching})`,
};

/** Finds items by words in their texts, those of PDF files and web pages too, and in text answers of forms. */
export class ItemTexts {
  constructor(
    @inject(JobsToken) private readonly jobs: Jobs,
    @inject(ItemText) private readonly texts: ItemText,
    @inject(ReadTexts) @optional() private readonly files: ReadTexts | undefined,
  ) {}

  /**
   * The items, by id, whose text or an answer has words in any case. Answers of `hidden` components are left out.
   * @throws Fault TEXTS_NOT_READ (409) while a job reads the texts, QUERY_TOO_SLOW (422).
   */
  async find(
    context: RequestContext,
    projectId: number,
    words: string,
    count: number,
    hidden: readonly string[],
  ): Promise<readonly number[]> {
    await this.demandRead(context, projectId);
    const { rows } = await searchInTime(context, trx =>
      sql<{ item_id: number }>`select distinct item_id from (${found(context, projectId, words, hidden)}) as found
        order by item_id limit ${count}::int`.execute(trx),
    );
    return rows.map(row => row.item_id);
  }

  /** The words with what is around them, by the ids of those of the items that have them. */
  async excerpts(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
    words: string,
    hidden: readonly string[],
  ): Promise<ReadonlyMap<number, { readonly excerpt: string }>> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        item_id: number;
        part: string;
        cut: boolean;
      }>`select distinct on (item_id) item_id, at.place > ${AROUND}::int as cut,
          substr(text, greatest(1, at.place - ${AROUND}::int), ${words.length + 2 * AROUND}::int) as part
        from (${found(context, projectId, words, hidden)}) as found
        cross join lateral (select strpos(lower(text), lower(${words}::text)) as place) as at
        where item_id = any(${[...itemIds]}::int[]) order by item_id`.execute(trx),
    );
    return new Map(rows.map(({ item_id: id, part, cut }) => [id, { excerpt: excerptAround(part, cut) }]));
  }

  /** The job: a part at a time, until none is left. */
  async run(run: JobRun, context: RequestContext): Promise<unknown> {
    const { project_id: projectId } = run.subject as { readonly project_id: number };
    const { count: total } = await this.#unread(context, projectId);
    for (let done = 0; ;) {
      run.signal.throwIfAborted();
      run.progress(Math.min(done, total), total);
      const read = await this.#step(context, projectId);
      if (read === 0) return { items: done };
      done += read;
    }
  }

  /**
   * Reads the texts of a project that were not read yet, when they are few. To be called outside of transactions.
   * @throws Fault TEXTS_NOT_READ (409) while a job reads them
   */
  async demandRead(context: RequestContext, projectId: number): Promise<void> {
    const { count, effort, last } = await this.#unread(context, projectId);
    // Who views as somebody else changes nothing: they search what was read before.
    if (count === 0 || context.viewer !== undefined) return;
    if (effort <= INLINE) {
      while ((await this.#step(context, projectId)) > 0);
      return;
    }
    await context.transaction((trx: Trx) =>
      this.jobs.enqueue(trx, {
        teamId: context.team.id,
        plugin: 'explore',
        name: 'texts',
        subject: { project_id: projectId },
        creatorId: context.user.id,
        // One job reads them, whoever asks meanwhile.
        key: `texts ${projectId} ${last}`,
      }),
    );
    throw new Fault(
      'TEXTS_NOT_READ',
      `The texts of this project are being read for search: ${count.toLocaleString('en')} are left. Try again in a minute.`,
      { status: 409, details: { unread: count } },
    );
  }

  /** The number of texts that are to be read, their effort counted in plain texts, and the id of the last of them. */
  async #unread(
    context: RequestContext,
    projectId: number,
  ): Promise<{ readonly count: number; readonly effort: number; readonly last: number | null }> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ count: number; effort: number; last: number | null }>`select count(*)::int as count, max(item.id) as last,
          coalesce(sum(case when item.content_length is null then ${FILE_EFFORT}::int else 1 end), 0)::int as effort
        from ${this.#unreadItems(context, projectId)}`.execute(trx),
    );
    return rows[0]!;
  }

  /** Reads the next texts. Returns how many there were. */
  async #step(context: RequestContext, projectId: number): Promise<number> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<UnreadText>`select item.id, item.name, item.size::float8 as size, item.blob_hash, item.content_length
        from ${this.#unreadItems(context, projectId)} order by item.id limit ${STEP}::int`.execute(trx),
    );
    const [texts, files] = [pLimit(AT_ONCE), pLimit(1)];
    const bodies = await Promise.all(
      rows.map(row =>
        row.content_length === null
          ? files(async () => (await this.files?.read(row))?.text ?? '')
          : texts(async () => (await this.texts.of(row)) ?? ''),
      ),
    );
    if (rows.length > 0)
      await context.transaction((trx: Trx) =>
        // A text that cannot be read is noted as empty. Texts of the database have no zero character.
        sql`insert into explore.item_text (team_id, project_id, item_id, source, body)
          select ${context.team.id}::int, ${projectId}::int, item.id, given.source, given.body
          from unnest(${rows.map(row => row.id)}::int[], ${rows.map(row => row.blob_hash)}::text[],
            ${bodies.map(body => body.slice(0, MOST_TEXT).replaceAll('\0', ''))}::text[]) as given (item_id, source, body)
          join ${itemRows} as item on item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.id = given.item_id
          on conflict (team_id, item_id) do update set source = excluded.source, body = excluded.body`.execute(trx),
      );
    return rows.length;
  }

  /** Items of a project, as `item`, whose text was not read since their file came. */
  #unreadItems(context: RequestContext, projectId: number): RawBuilder<unknown> {
    const files = this.files === undefined ? sql`false` : sql`item.name ~* '[.](pdf|html?|xhtml)$'`;
    return sql`${itemRows} as item left join explore.item_text as kept
        on kept.team_id = item.team_id and kept.item_id = item.id and kept.source = item.blob_hash
      where item.team_id = ${context.team.id}::int and item.project_id = ${projectId}::int and item.deleted_at is null
        and (item.content_length is not null or ${files}) and item.blob_hash is not null and kept.item_id is null`;
  }
}

/** Texts and answers of a project that have words, as `item_id` and `text`. */
function found(
  context: RequestContext,
  projectId: number,
  words: string,
  hidden: readonly string[],
): RawBuilder<unknown> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`;
  const place = sql`team_id = ${context.team.id}::int and project_id = ${projectId}::int`;
  return sql`select item_id, body as text from explore.item_text where ${place} and body ilike ${pattern}::text
    union all select item_id, text from explore.component where ${place} and text ilike ${pattern}::text
      and name <> all(${[...hidden]}::text[])`;
}
