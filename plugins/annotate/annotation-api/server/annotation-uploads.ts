import { inject } from 'inversify';
import type { Readable } from 'node:stream';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { MissingResources } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, maskField, mergeMissing } from '#plugins/annotate/annotations/common/index.ts';
import type { IntakeProject, PreparedDocument } from '#plugins/annotate/annotations/server/kit/index.ts';
import { AnnotationBatches, Annotations, AnnotationWriter } from '#plugins/annotate/annotations/server/kit/index.ts';
import { MaskParts } from './mask-parts.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Folders, ItemChanges, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { namedDocument, UnreadableDocument } from '../common/uploaded-text.ts';
import { readUploadedJson } from './uploaded-json.ts';
import { etagOf } from './annotation-downloads.ts';
import type { FormPart } from './multipart-parts.ts';
import { formParts } from './multipart-parts.ts';
import type { IncomingFiles } from '#core/data/server/index.ts';
import { IncomingToken } from '#core/kernel/server/index.ts';
import { receiveForm } from './received-form.ts';
import { TeamSemaphores } from './team-semaphores.ts';

/** Parts whose items are looked up together. */
const PARTS = 200;
const PART_BYTES = 1024 * 1024;
/** Parts of one form. */
const MOST_PARTS = 10_000;
/** Failures of one form that are reported with their reasons; the names of all others are listed too. */
const MOST_FAILURES = 1000;
/** Uploads of all teams whose documents are in memory at a time. */
const MOST_AT_ONCE = 3;

/** Outcome of an upload of many documents. */
export interface UploadOutcome {
  /** Names of all parts that were not stored. */
  readonly failed: readonly string[];
  /** Why, for the first thousand of them. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
  readonly missingResources: MissingResources;
}

export interface SingleUpload {
  readonly itemId: number;
  readonly document: unknown;
  /** True stores over whatever is there. */
  readonly overwrite: boolean;
  readonly etag: string | undefined;
}

const changedSince = (): Fault =>
  new Fault('PRECONDITION_FAILED', 'The annotation changed since it was read. Read it again, or overwrite it.', {
    status: 412,
    shape: { errors: [{ code: 'PRECONDITION_FAILED' }] },
  });

/** Stores annotations that scripts send. */
export class AnnotationUploads {
  readonly #turns = new TeamSemaphores(MOST_AT_ONCE);

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(ItemChanges) private readonly changes: ItemChanges,
    @inject(Folders) private readonly folders: Folders,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(AnnotationBatches) private readonly batches: AnnotationBatches,
    @inject(MaskParts) private readonly masks: MaskParts,
    @inject(IncomingToken) private readonly incoming: IncomingFiles,
  ) {}

  /**
   * Stores the documents of a form in the items of a folder that the parts name: all that can be stored, in one
   * transaction. A form that is cut off stores nothing. Of two parts for one item the last counts.
   * @throws Fault NOT_FOUND for the folder, BAD_REQUEST for what is no form, TOO_LARGE (413) for more than 10 000
   * parts, and those of the source.
   */
  async many(
    context: RequestContext,
    projectId: number,
    folderId: number | undefined,
    source: Readable,
    boundary: string,
  ): Promise<UploadOutcome> {
    const folder = await this.folders.get(context, projectId, folderId);
    const form = await receiveForm(source, this.incoming);
    try {
      return await this.inTurn(context, () =>
        this.#store(context, projectId, folder.id, () => formParts(form.content(), boundary)),
      );
    } finally {
      await form.drop();
    }
  }

  /**
   * Runs work that has whole documents in memory: one of a team at a time, however many scripts send some, and few of
   * all teams.
   */
  inTurn<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(context.team.id, work);
  }

  async #store(
    context: RequestContext,
    projectId: number,
    folderId: number,
    parts: () => AsyncIterable<FormPart>,
  ): Promise<UploadOutcome> {
    const project = await this.annotations.project(context, projectId);
    // A mask may come after the document that it belongs to.
    const masks = await this.masks.take(context, project, parts);
    const prepared = new Map<number, PreparedDocument>();
    const failed: string[] = [];
    const failures: { name: string; message: string }[] = [];
    let count = 0;
    for await (const batch of batches(masks.documents(parts()))) {
      count += batch.length;
      if (count > MOST_PARTS)
        throw new Fault(
          'TOO_LARGE',
          `A form has at most ${MOST_PARTS} parts. Nothing of it was stored; send the annotations in several forms.`,
          { status: 413, details: { limit: MOST_PARTS } },
        );
      const rows = await this.#rowsByName(
        context,
        projectId,
        folderId,
        batch.flatMap(part => part.names),
      );
      for (const part of batch) {
        const item = part.names.map(name => rows.get(name)).find(found => found !== undefined);
        const name = item?.name ?? part.names[0] ?? '';
        const taken = await this.#take(context, project, item, name, part.content, masks.of(part.names));
        if (typeof taken !== 'string') {
          prepared.set(taken.item.id, taken);
          continue;
        }
        failed.push(name);
        if (failures.length < MOST_FAILURES) failures.push({ name, message: taken });
      }
    }
    const documents = [...prepared.values()];
    await this.batches.put(context, projectId, documents);
    return { failed, failures, missingResources: mergeMissing(documents.map(each => each.missingResources)) };
  }

  /**
   * @throws Fault PRECONDITION_FAILED (412) when the annotation is not the one the etag names, ANNOTATION_INVALID,
   * NOT_FOUND.
   */
  async one(
    context: RequestContext,
    projectId: number,
    { itemId, document, overwrite, etag }: SingleUpload,
  ): Promise<string> {
    const item = await this.items.get(context, itemId, projectId);
    const options = { source: 'client', keepStatus: true } as const;
    if (overwrite) return etagOf(item.id, (await this.writer.put(context, item, document, options)).revision);
    const stored = (await this.annotations.sizes(context, [item.id])).get(item.id);
    const current = stored === undefined || stored.size === 0 ? undefined : etagOf(item.id, stored.revision);
    if (etag !== current) throw changedSince();
    try {
      return etagOf(
        item.id,
        (await this.writer.put(context, item, document, { ...options, base: stored?.revision ?? 0 })).revision,
      );
    } catch (error) {
      throw isFault(error) && error.code === 'CONFLICT' ? changedSince() : error;
    }
  }

  /**
   * Stores the JSON text of one item's document over whatever is there.
   * @throws Fault ANNOTATION_INVALID, FORBIDDEN, NOT_FOUND.
   */
  async text(context: RequestContext, projectId: number, itemId: number, text: string): Promise<void> {
    const item = await this.items.get(context, itemId, projectId);
    const project = await this.annotations.project(context, projectId);
    const taken = await this.#prepare(context, project, item, Buffer.from(text), json => json);
    await this.batches.put(context, projectId, [taken]);
  }

  /** The document, or why it cannot be stored. */
  async #take(
    context: RequestContext,
    project: IntakeProject,
    item: ItemRow | undefined,
    name: string,
    content: Buffer,
    mask: string | Fault | undefined,
  ): Promise<PreparedDocument | string> {
    if (isFault(mask)) return mask.message;
    if (item === undefined) return name === '' ? 'The part names no item.' : `There is no item ${name} in the folder.`;
    try {
      return await this.#prepare(context, project, item, content, json => {
        const data = isRecord(json) ? json['data'] : undefined;
        return mask === undefined || !isRecord(data) ? data : { ...data, [maskField]: mask };
      });
    } catch (error) {
      if (isFault(error) && error.status < 500) return error.message;
      throw error;
    }
  }

  async #prepare(
    context: RequestContext,
    project: IntakeProject,
    item: ItemRow,
    content: Buffer,
    documentIn: (json: unknown) => unknown,
  ): Promise<PreparedDocument> {
    try {
      return await this.batches.prepare(
        context,
        project,
        item,
        namedDocument(documentIn(await readUploadedJson(content))),
        'client',
      );
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      throw new Fault('ANNOTATION_INVALID', `The annotations could not be stored. ${error.message}`, { status: 422 });
    }
  }

  async #rowsByName(
    context: RequestContext,
    projectId: number,
    folderId: number,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, ItemRow>> {
    const ids = await this.changes.idsByName(context, projectId, folderId, [...new Set(names)]);
    return new Map([...(await this.items.byIds(context, projectId, ids)).values()].map(row => [row.name, row]));
  }
}

async function* batches(parts: AsyncIterable<FormPart>): AsyncGenerator<readonly FormPart[]> {
  let batch: FormPart[] = [];
  let bytes = 0;
  for await (const part of parts) {
    batch.push(part);
    bytes += part.content.length;
    if (batch.length < PARTS && bytes < PART_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
