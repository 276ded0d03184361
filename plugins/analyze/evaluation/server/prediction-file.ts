import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { currentDocument, isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readCoco } from '#plugins/exchange/exchange/common/index.ts';
import {
  itemKey,
  ItemContents,
  openArchive,
  openImport,
  ProjectContents,
} from '#plugins/exchange/exchange/server/kit/index.ts';
import type { ImportedDocument } from '#plugins/exchange/exchange/server/kit/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { checkResults, cocoOfResults, isCocoResults } from '../common/coco-results.ts';
import type { PredictionReport } from '../common/prediction-shapes.ts';
import { ImageIds } from './image-ids.ts';

/** Largest JSON file that is read, in bytes; it is held in memory. */
const MOST_JSON = 512 * 1024 ** 2;
/** JSON files of an archive that are looked into for COCO results. */
const MOST_LOOKED = 10;

type Finding = PredictionReport['findings'][number];

/** Predictions of one item of the project. */
export interface ItemPredictions {
  readonly itemId: number;
  readonly instances: readonly JsonRecord[];
}

/** A file of predictions that was opened. */
export interface OpenedPredictions {
  readonly documents: number;
  readonly image_ids: PredictionReport['image_ids'];
  /**
   * Reads the documents one after the other; `undefined` for one without an item, a finding for one that can't be read.
   */
  read(): AsyncGenerator<ItemPredictions | Finding | undefined>;
  /** Problems of the file, complete when all documents were read. */
  problems(): readonly Finding[];
  close(): void;
}

/** The file as it is kept. */
export interface KeptFile {
  readonly hash: string;
  readonly size: number;
  readonly name: string;
}

/** Opens files of predictions: COCO results, and every format that can be imported. */
export class PredictionFiles {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(Classes) private readonly classes: Classes,
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(ItemContents) private readonly itemContents: ItemContents,
    @inject(ImageIds) private readonly imageIds: ImageIds,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
  ) {}

  /** @throws Fault ARCHIVE_REFUSED, IMPORT_UNKNOWN, IMPORT_UNREADABLE, TOO_LARGE, INVALID_JSON. */
  async open(context: RequestContext, projectId: number, file: KeptFile): Promise<OpenedPredictions> {
    const classes = await this.classes.ofProject(context, projectId);
    const results = await this.#results(file);
    if (results !== undefined) return this.#openResults(context, projectId, results, classes);
    const { type } = await this.projects.get(context, projectId);
    const opened = await openImport(this.blobs, file, {
      classes,
      // Objects of masks are read as areas of their own: in one mask later ones would cover earlier ones.
      projectType: type === ProjectType.Pixel ? ProjectType.Vector : type,
      reading: undefined,
      exactScores: true,
    });
    if (opened.kind === 'classes' || opened.documents.length === 0) {
      opened.close();
      throw new Fault('IMPORT_UNKNOWN', `${file.name} has no predictions of items.`, { status: 422 });
    }
    const folders = await this.contents.foldersByName(context, projectId, null);
    const items = await this.contents.itemsByName(context, folders, opened.documents);
    const { itemContents } = this;
    return {
      documents: opened.documents.length,
      image_ids: null,
      problems: () => opened.problems(),
      close: () => opened.close(),
      async *read() {
        const owners = new Map<number, string>();
        for (const document of opened.documents) {
          const item = items.get(itemKey(document.folder, document.name));
          if (item === undefined) {
            yield undefined;
            continue;
          }
          const owner = owners.get(item.id);
          if (owner !== undefined) {
            yield { path: document.path, message: `means the item ${item.name} like ${owner}, and was left out` };
            continue;
          }
          owners.set(item.id, document.path);
          const size =
            item.width === null || item.height === null ? undefined : { width: item.width, height: item.height };
          try {
            const content = await itemContents.of(context, document, item);
            yield { itemId: item.id, instances: await instancesOf(document, size, content) };
          } catch (error) {
            yield { path: document.path, message: error instanceof Error ? error.message : String(error) };
          }
        }
      },
    };
  }

  /**
   * The COCO results of a file, with the COCO files that lie beside them in an archive; undefined where there are none.
   */
  async #results(file: KeptFile): Promise<FoundResults | undefined> {
    const head = await buffer((await this.#stream(file, { first: 0, last: Math.min(3, file.size - 1) })) as never);
    if (head[0] === 0x50 && head[1] === 0x4b) {
      const archive = await openArchive(this.blobs, file.hash, file.size);
      try {
        const lists = archive.files.filter(each => /\.json$/i.test(each.path) && each.size <= MOST_JSON);
        if (lists.length > MOST_LOOKED) return undefined;
        // Only the results and the COCO file are held.
        let found: Pick<FoundResults, 'path' | 'json'> | undefined;
        let companion: JsonRecord | undefined;
        for (const each of lists) {
          const json = parsed(await buffer(await each.open()));
          if (isCocoResults(json)) found ??= { path: each.path, json };
          else if (isRecord(json) && 'images' in json) companion ??= json;
          if (found !== undefined && companion !== undefined) break;
        }
        return found === undefined ? undefined : { ...found, companion };
      } finally {
        archive.close();
      }
    }
    const isList = /^[\s\uFEFF]*\[/.test(head.toString('utf8'));
    if (!isList || file.size > MOST_JSON) return undefined;
    const json = parsed(await buffer((await this.#stream(file)) as never));
    return isCocoResults(json) ? { path: file.name, json, companion: undefined } : undefined;
  }

  async #stream(file: KeptFile, range?: { readonly first: number; readonly last: number }): Promise<unknown> {
    const stream = await (range === undefined ? this.blobs.get(file.hash) : this.blobs.get(file.hash, range));
    if (stream === undefined)
      throw new Fault('NOT_FOUND', 'The file is no longer there. Send it again.', { status: 404 });
    return stream;
  }

  async #openResults(
    context: RequestContext,
    projectId: number,
    { path, json, companion }: FoundResults,
    classes: readonly AnnotationClass[],
  ): Promise<OpenedPredictions> {
    const { results, problems } = checkResults(json, path);
    const listed = new Map(recordsOf(companion?.['categories']).map(each => [each['id'], each['name']]));
    const names = new Map(classes.map(each => [each.id, each.name]));
    const nameOf = (category: number): string | undefined => {
      const name = companion === undefined ? names.get(category) : listed.get(category);
      return typeof name === 'string' ? name : undefined;
    };
    const wanted = new Set(results.map(each => each.image_id));
    const found = await this.imageIds.find(context, projectId, [...wanted], recordsOf(companion?.['images']));
    const { json: coco, unknownClasses } = cocoOfResults(results, id => found.images.get(id), nameOf);
    const { items, report } = readCoco(coco, { classes, exactScores: true });
    const missing = [...wanted].filter(each => !found.images.has(each)).length;
    return {
      documents: wanted.size,
      image_ids: found.by,
      problems: () => [
        ...problems,
        ...[...unknownClasses].map(each => ({
          path,
          message: `category ${each} is not known: send the COCO file of the data set in one ZIP with the results, or write category_name`,
        })),
        ...report
          .notes()
          .filter(note => note.kind === 'problem')
          .map(note => ({ path: note.subject === '' ? path : note.subject, message: note.text })),
      ],
      close: () => undefined,
      async *read() {
        for (let at = 0; at < missing; at += 1) yield undefined;
        const seen = new Set<number>();
        for (const { id, document } of items()) {
          seen.add(id as number);
          yield { itemId: id as number, instances: recordsOf(document['instances']) };
        }
        // Images that have objects of unknown classes only were read too.
        for (const image of found.images.values()) if (!seen.has(image.id)) yield { itemId: image.id, instances: [] };
      },
    };
  }
}

interface FoundResults {
  readonly path: string;
  readonly json: readonly unknown[];
  /** The COCO file of the data set. */
  readonly companion: JsonRecord | undefined;
}

/** The content of a JSON file; undefined when it is none. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

async function instancesOf(
  document: ImportedDocument,
  size: { readonly width: number; readonly height: number } | undefined,
  content: Parameters<ImportedDocument['read']>[1],
): Promise<readonly JsonRecord[]> {
  const json = currentDocument(await document.read(size, content), document.name);
  return recordsOf((json as JsonRecord)['instances']);
}
