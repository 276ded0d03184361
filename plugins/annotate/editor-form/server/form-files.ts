import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, BlobUrls } from '#core/data/server/index.ts';
import { BlobsToken, BlobUrlsToken } from '#core/kernel/server/index.ts';
import { AnnotationRights } from '#plugins/annotate/annotations/server/kit/index.ts';
import { fileReference, mostFiles, uploadProblem, uploadRules } from '#plugins/annotate/form/common/index.ts';
import { headLength, mediaTypeOfFile } from '#plugins/workspace/items/common/index.ts';
import type { ItemCopying } from '#plugins/workspace/items/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { FormFile } from '../common/files-api.ts';
import type { FormFileTables } from './file-tables.ts';
import { FormDocuments } from './form-documents.ts';

type Trx = Kysely<FormFileTables>;

/** Addresses of files hold this long, in milliseconds. */
const LIFETIME = 12 * 3_600_000;

/** Files in fields of forms, kept with the other files of the team. Values name them by references. */
export class FormFiles {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(FormDocuments) private readonly documents: FormDocuments,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(BlobUrlsToken) private readonly urls: BlobUrls,
  ) {}

  /**
   * Keeps a file for a field; the value that names it is stored with the form.
   * @throws Fault FORBIDDEN for who may not fill in the field, INVALID_FIELD for one that takes no files,
   * TYPE_NOT_SUPPORTED (415), TOO_LARGE (413), TOO_MANY (409).
   */
  async put(
    context: RequestContext,
    where: { readonly projectId: number; readonly itemId: number; readonly componentId: string },
    name: string,
    source: Readable,
  ): Promise<FormFile> {
    const item = await this.items.get(context, where.itemId, where.projectId);
    await this.rights.demandWrite(context, item);
    const { component, visibility } = await this.documents.componentFor(context, item, where.componentId);
    if (component?.type !== 'upload') throw invalidField('component', 'must be the id of a component for files');
    if (visibility !== 'edit')
      throw new Fault('FORBIDDEN', 'Your role may not change this field in this status.', { status: 403 });
    await this.#assertQuota(context, item.id);
    const rules = uploadRules(component);
    const first: Buffer[] = [];
    let seen = 0;
    const watched = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        if (seen < headLength) first.push(chunk.subarray(0, headLength - seen));
        seen += chunk.length;
        yield chunk;
      }
    };
    const { hash, size } = await this.blobs.put(watched(), { maxBytes: rules.maxBytes });
    const mime = mediaTypeOfFile(name, Buffer.concat(first));
    const problem = uploadProblem(rules, { name, mime, size });
    // The bytes may be those of another file of the team, so they stay.
    if (problem !== undefined)
      throw new Fault(size === 0 ? 'ASSET_UNREADABLE' : 'TYPE_NOT_SUPPORTED', problem, {
        status: size === 0 ? 422 : 415,
      });
    const id = randomBytes(16).toString('hex');
    await context.transaction((trx: Trx) =>
      trx
        .insertInto('editor_form.file')
        .values({
          team_id: context.team.id,
          project_id: item.project_id,
          item_id: item.id,
          id,
          component_id: component.id,
          blob_hash: hash,
          name,
          mime,
          size,
          created_by: context.user.email,
        })
        .execute(),
    );
    return this.#view({ id, name, mime, size, blob_hash: hash });
  }

  /** Files of an item, without those of fields that are hidden from the caller. */
  async list(context: RequestContext, projectId: number, itemId: number): Promise<readonly FormFile[]> {
    const item = await this.items.get(context, itemId, projectId);
    // Asks whether the item may be opened at all.
    await this.items.asset(context, item);
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('editor_form.file')
        .selectAll()
        .where('item_id', '=', item.id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    const hidden = new Set<string>();
    for (const id of new Set(rows.map(row => row.component_id)))
      if ((await this.documents.componentFor(context, item, id)).visibility === 'hidden') hidden.add(id);
    return rows.filter(row => !hidden.has(row.component_id)).map(row => this.#view({ ...row, size: Number(row.size) }));
  }

  /** Gives copies of items the files of their sources. Inside the transaction of the copying. */
  async copy(context: RequestContext, { projectId, pairs }: ItemCopying): Promise<void> {
    if (pairs.length === 0) return;
    const [sources, targets] = [pairs.map(each => each.source), pairs.map(each => each.target)];
    await context.transaction((trx: Trx) =>
      sql`insert into editor_form.file (team_id, project_id, item_id, id, component_id, blob_hash, name, mime, size, created_by, created_at)
      select file.team_id, ${projectId}::int, pair.target, file.id, file.component_id, file.blob_hash, file.name, file.mime, file.size, file.created_by, file.created_at
      from editor_form.file as file join unnest(${sources}::int[], ${targets}::int[]) as pair (source, target) on file.item_id = pair.source
      where file.team_id = ${context.team.id}::int on conflict do nothing`.execute(trx),
    );
  }

  async #assertQuota(context: RequestContext, itemId: number): Promise<void> {
    const { files } = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('editor_form.file')
        .select(each => each.fn.countAll<number>().as('files'))
        .where('item_id', '=', itemId)
        .executeTakeFirstOrThrow(),
    );
    if (Number(files) >= mostFiles)
      throw new Fault('TOO_MANY', `An item takes at most ${mostFiles} files.`, { status: 409 });
  }

  #view({
    id,
    name,
    mime,
    size,
    blob_hash: hash,
  }: {
    readonly id: string;
    readonly name: string;
    readonly mime: string;
    readonly size: number;
    readonly blob_hash: string;
  }): FormFile {
    return {
      reference: fileReference(id, name),
      name,
      mime,
      size,
      url: this.urls.sign({ hash, type: mime, name }, LIFETIME),
    };
  }
}
