import { buffer } from 'node:stream/consumers';
import { inject } from 'inversify';
import sharp from 'sharp';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import { isRecord, recordsOf } from '#plugins/editor/common/json-value.ts';
import { ItemText } from '#plugins/items/server/kit/index.ts';
import type { ImportFinding, ImportReport } from '../common/import-api.ts';
import type { ImportedDocument, ImportedPicture, ImportFile } from './imported-file.ts';
import type { ImageSize, ItemContent } from '../common/exchange/neutral-document.ts';
import { isEmptyDocument } from './import-file.ts';
import { itemKey } from './imported-file.ts';
import { folderNameOf, ProjectContents } from './project-contents.ts';

/** Findings told one by one; the rest is counted. */
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
    @inject(ItemText) private readonly texts: ItemText,
  ) {}

  async run(run: JobRun, context: RequestContext, projectId: number, home: number | null, file: ImportFile, classes: readonly AnnotationClass[]): Promise<ImportReport> {
    const findings = new Findings();
    const folders = await this.contents.foldersByName(context, projectId, home);
    const items = await this.contents.itemsByName(context, folders, [...file.documents, ...file.pictures]);
    const coming = [...file.pictures, ...file.addresses];
    const pictures = new Map(file.pictures.map(each => [itemKey(each.folder, each.name), each]));
    const made = new Set(coming.map(each => itemKey(each.folder, each.name)));
    const [mayClasses, mayFolders, mayItems] = await Promise.all([context.can('CreateClass', { projectId }), context.can('CreateFolder', { projectId }), context.can('UploadItem', { projectId })]);
    const known = new Set([...classes, ...file.classes].map(each => each.name));
    const missingClasses = new Set<string>();

    let matched = 0;
    let annotated = 0;
    let empty = 0;
    let creatable = 0;
    let missing = 0;
    for (const [index, document] of file.documents.entries()) {
      run.signal.throwIfAborted();
      const key = itemKey(document.folder, document.name);
      const item = items.get(key);
      if (item !== undefined) matched += 1;
      else if (made.has(key)) creatable += 1;
      else {
        missing += 1;
        findings.add(document.path, file.kind !== 'archive' && file.kind !== 'document' ? `${document.needsText === true ? 'text' : 'image'} ${document.name} was not found` : `There is no item ${document.name}${document.folder === '' ? '' : ` in the folder ${document.folder}`}.`);
      }
      if (item?.annotated === true) annotated += 1;
      const size = item === undefined || item.width === null || item.height === null ? (document.needsSize === true ? await pictureSize(pictures.get(key)) : undefined) : { width: item.width, height: item.height };
      // Without an item there is no image whose size could be known.
      if ((item !== undefined || made.has(key) || document.needsSize !== true) && await this.#look(document, size, item === undefined || document.needsText !== true ? undefined : { text: await this.texts.of(item) }, known, missingClasses, findings) && item?.annotated === false) empty += 1;
      run.progress(index + 1, file.documents.length, document.name);
    }
    for (const name of missingClasses) findings.add('', `Couldn't find class ${name}.`);

    for (const { path, message } of file.problems()) findings.add(path, message);
    const existing = new Set(classes.map(each => each.name));
    const newFolders = new Set(coming.map(each => each.folder).filter(folder => folder !== '' && !folders.has(folderNameOf(folder).toLowerCase())));
    return {
      kind: file.kind,
      documents: file.documents.length,
      matched,
      annotated,
      empty,
      creatable,
      missing,
      picturesPresent: file.pictures.filter(picture => items.has(itemKey(picture.folder, picture.name))).length,
      newClasses: file.classes.filter(each => !existing.has(each.name)).map(each => each.name),
      existingClasses: file.classes.filter(each => existing.has(each.name)).length,
      newFolders: [...newFolders].map(folderNameOf),
      may: { classes: mayClasses, folders: mayFolders, items: mayItems },
      findings: findings.list,
      findingCount: findings.count,
      losses: [...file.losses()],
    };
  }

  /** Reads one document as far as to know that it can be read and which classes it names; true when it is empty. */
  async #look(document: ImportedDocument, size: ImageSize | undefined, item: ItemContent | undefined, known: ReadonlySet<string>, missing: Set<string>, findings: Findings): Promise<boolean> {
    try {
      const json = await document.read(size, item);
      if (!isRecord(json)) return false;
      for (const instance of recordsOf(json['instances'])) {
        const holder = isRecord(instance['meta']) ? instance['meta'] : instance;
        if (typeof holder['className'] === 'string' && !known.has(holder['className'])) missing.add(holder['className']);
      }
      return isEmptyDocument(json);
    } catch (error) {
      findings.add(document.path, error instanceof Error ? error.message : String(error));
      return false;
    }
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
