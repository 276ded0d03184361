import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import sharp from 'sharp';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { currentDocument, isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { classNameIn } from '../common/class-mapping.ts';
import { isEmptyDocument } from '../common/empty-document.ts';
import type { ImportFinding, ImportReport } from '../common/import-api.ts';
import { ClassTally } from './class-tally.ts';
import type { DocumentContent } from './class-tally.ts';
import type { ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import type { ImageSize, ItemContent } from '../common/exchange/neutral-document.ts';
import { ItemContents } from './item-contents.ts';
import { itemKey } from './imported-file.ts';
import { pausing } from './pausing.ts';
import { folderNameOf, ProjectContents } from './project-contents.ts';

/** Findings that are listed; further ones are only counted. */
const findingLimit = 100;

/** Collects what does not fit. */
class Findings {
  readonly list: ImportFinding[] = [];
  count = 0;

  add(path: string, message: string): void {
    this.count += 1;
    if (this.list.length < findingLimit) this.list.push({ path, message });
  }
}

/** Looks a file through and says what importing it would do. Changes nothing. */
export class ImportCheck {
  constructor(
    @inject(ProjectContents) private readonly contents: ProjectContents,
    @inject(ItemContents) private readonly itemContents: ItemContents,
  ) {}

  async run(
    run: JobRun,
    context: RequestContext,
    projectId: number,
    home: number | null,
    file: ImportFile,
    classes: readonly AnnotationClass[],
  ): Promise<ImportReport> {
    const findings = new Findings();
    const folders = await this.contents.foldersByName(context, projectId, home);
    const items = await this.contents.itemsByName(context, folders, file.documents);
    const coming = [...file.pictures, ...file.addresses];
    const pictures = new Map(file.pictures.map(each => [itemKey(each.folder, each.name), each]));
    const made = new Set(coming.map(each => itemKey(each.folder, each.name)));
    const present = await this.contents.itemsByName(context, folders, coming);
    demandApart(file.pictures, picture => present.get(itemKey(picture.folder, picture.name))?.id);
    demandApart(file.documents, document => items.get(itemKey(document.folder, document.name))?.id);
    const toCreate = new Map(
      coming
        .filter(each => !present.has(itemKey(each.folder, each.name)))
        .map(each => [itemKey(each.folder, each.name), each]),
    );
    const [mayClasses, mayFolders, mayItems] = await Promise.all([
      context.can('CreateClass', { projectId }),
      context.can('CreateFolder', { projectId }),
      context.can('UploadItem', { projectId }),
    ]);
    const tally = new ClassTally(file.classes, classes);

    let matched = 0;
    let annotated = 0;
    let empty = 0;
    let creatable = 0;
    let creatableEmpty = 0;
    let missing = 0;
    const unreadable = { matched: 0, annotated: 0, creatable: 0 };
    const pause = pausing();
    for (const [index, document] of file.documents.entries()) {
      run.signal.throwIfAborted();
      await pause();
      const key = itemKey(document.folder, document.name);
      const item = items.get(key);
      if (item !== undefined) matched += 1;
      else if (made.has(key)) creatable += 1;
      else {
        missing += 1;
        // Otherwise looking at it finds the reason.
        if (document.unreadable === undefined)
          findings.add(
            document.path,
            file.kind !== 'archive' && file.kind !== 'document'
              ? `${document.needsText === true ? 'text' : document.needsFrames === true ? 'video' : document.needsCloud === true ? 'scan' : 'image'} ${document.name} was not found`
              : `There is no item ${document.name}${document.folder === '' ? '' : ` in the folder ${document.folder}`}.`,
          );
      }
      if (item?.annotated === true) annotated += 1;
      const size =
        item === undefined || item.width === null || item.height === null
          ? document.needsSize === true
            ? await pictureSize(pictures.get(key))
            : undefined
          : { width: item.width, height: item.height };
      // Without an item there is no image whose size could be known.
      const isLookedAt = item !== undefined || made.has(key) || document.needsSize !== true;
      const found = isLookedAt
        ? await this.#look(
            document,
            size,
            item === undefined ? undefined : await this.itemContents.of(context, document, item),
            findings,
          )
        : undefined;
      const fate =
        item === undefined ? (made.has(key) ? 'creatable' : undefined) : item.annotated ? 'annotated' : 'fresh';
      if (found === 'empty' && fate === 'fresh') empty += 1;
      if (found === 'empty' && fate === 'creatable') creatableEmpty += 1;
      if (found !== undefined && typeof found !== 'string' && fate !== undefined) tally.add(found, fate);
      if (found === 'unreadable') {
        if (item !== undefined) unreadable[item.annotated ? 'annotated' : 'matched'] += 1;
        else if (made.has(key)) unreadable.creatable += 1;
      }
      run.progress(index + 1, file.documents.length, document.name);
    }
    for (const name of tally.unlisted()) findings.add('', `Couldn't find class ${name}.`);

    for (const { path, message } of file.problems()) findings.add(path, message);
    const newFolders = new Set(
      [...toCreate.values()]
        .map(each => each.folder)
        .filter(folder => folder !== '' && !folders.has(folderNameOf(folder).toLowerCase())),
    );
    return {
      kind: file.kind,
      documents: file.documents.length,
      matched,
      annotated,
      empty,
      creatable,
      creatableEmpty,
      missing,
      unreadable,
      itemsToCreate: toCreate.size,
      ...tally.report(),
      projectClasses: classes.map(({ name, type, shapes }) => ({
        name,
        type,
        ...(shapes === undefined ? {} : { shapes: [...shapes] }),
      })),
      newFolders: [...newFolders].map(folderNameOf),
      may: { classes: mayClasses, folders: mayFolders, items: mayItems },
      findings: findings.list,
      findingCount: findings.count,
      losses: [...file.losses()],
    };
  }

  /** Reads one document as far as to know that it can be read, whether it says anything, and which classes it names. */
  async #look(
    document: ImportedDocument,
    size: ImageSize | undefined,
    item: ItemContent | undefined,
    findings: Findings,
  ): Promise<DocumentContent | 'empty' | 'unreadable'> {
    try {
      const json = currentDocument(await document.read(size, item), document.name);
      if (!isRecord(json)) return { classes: [], hasMore: true };
      if (isEmptyDocument(json)) return 'empty';
      const instances = recordsOf(json['instances']);
      return {
        classes: instances.map(each => ({
          name: classNameIn(each),
          shape: String(each['type']),
          isLink: each['type'] === 'relationship',
        })),
        hasMore: !isEmptyDocument({ ...json, instances: [] }),
      };
    } catch (error) {
      findings.add(document.path, error instanceof Error ? error.message : String(error));
      return 'unreadable';
    }
  }
}

/** @throws Fault IMPORT_CONFLICT naming two things of a file that mean the same item */
function demandApart(
  things: readonly { readonly path: string; readonly folder: string; readonly name: string }[],
  itemOf: (thing: (typeof things)[number]) => number | undefined,
): void {
  const owners = new Map<string, string>();
  for (const thing of things) {
    const item = itemOf(thing);
    const key =
      item === undefined ? `${folderNameOf(thing.folder).toLowerCase()}/${thing.name.normalize('NFC')}` : String(item);
    const other = owners.get(key);
    if (other !== undefined)
      throw new Fault(
        'IMPORT_CONFLICT',
        `${other} and ${thing.path} both mean the item ${thing.name}. Put items of one name into folders, named as in the file, or import one of the two.`,
        { status: 422 },
      );
    owners.set(key, thing.path);
  }
}

/** Pixels of a picture of the file as they are shown; undefined when it cannot be read. */
async function pictureSize(picture: ImportedPicture | undefined): Promise<ImageSize | undefined> {
  if (picture === undefined) return undefined;
  try {
    const { autoOrient } = await sharp(await buffer(await picture.open())).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return undefined;
  }
}
