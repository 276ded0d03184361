import { inject } from 'inversify';
import type { FoundFile } from './collect-files.ts';
import { archiveExtensions } from '../../common/archive-entry.ts';
import { cleanFolderName } from '../../common/item-name.ts';
import type { FileKind } from '../../common/file-kinds.ts';
import { ItemsClient } from '../items-client.ts';
import type { NewUpload } from './upload-entry.ts';
import { messages } from '../messages.ts';

/** Target of files. */
export interface UploadPlace {
  readonly projectId: number;
  readonly folderId: number;
  readonly folderName: string;
}

/** Facts about a choice of files before the server is asked. */
export interface Choice {
  readonly files: readonly FoundFile[];
  /** Archives, whose files are unpacked on the server. */
  readonly archives: readonly FoundFile[];
  /** Files that the project does not take, by ending. */
  readonly refused: ReadonlyMap<string, number>;
  /** Names of the outermost folders. */
  readonly folders: readonly string[];
}

/** Names of one check. */
const CHECKED = 5_000;

/** Splits a choice into files of the kind the project takes, archives and the rest. */
export function choose(found: readonly FoundFile[], kind: FileKind): Choice {
  const refused = new Map<string, number>();
  const files: FoundFile[] = [];
  const archives = found.filter(each => kind.unpacks(each.file.name));
  for (const each of found) {
    if (kind.unpacks(each.file.name)) continue;
    if (kind.takes(each.file.name)) {
      files.push(each);
      continue;
    }
    const dot = each.file.name.lastIndexOf('.');
    const ending = dot > 0 ? each.file.name.slice(dot).toLowerCase() : messages.uploadPlan.noEnding;
    refused.set(ending, (refused.get(ending) ?? 0) + 1);
  }
  return { files, archives, refused, folders: [...new Set(files.flatMap(each => each.folders[0] ?? []))] };
}

/** Returns the endings that a file field offers for a kind of files; everything where any file is taken. */
export const acceptedEndings = (kind: FileKind): string =>
  kind.endings.length === 0 ? '' : [...new Set([...kind.endings, ...archiveExtensions])].join(',');

/** The server's answer about a plan. */
export interface PlannedUpload {
  readonly uploads: readonly NewUpload[];
  readonly existing: number;
  /** Given name → the name it gets. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Paths of files that are left out: another one of the choice has their name in the same folder. */
  readonly repeated: readonly string[];
  /** Text of a limit that leaves some files out. */
  readonly limit: string | undefined;
}

/** Prepares uploads: makes the folders, asks the server about names and room. */
export class UploadPlanner {
  constructor(@inject(ItemsClient) private readonly client: ItemsClient) {}

  /**
   * With `intoFolders` each outermost folder becomes a folder of the project; one that is there already takes the
   * files.
   */
  async plan(
    choice: Choice,
    place: UploadPlace,
    intoFolders: boolean,
    onDuplicate: 'skip' | 'replace',
  ): Promise<PlannedUpload> {
    const places = new Map<string, UploadPlace>();
    const renamed = new Map<string, string>();
    const uploads: NewUpload[] = [];
    const repeated: string[] = [];
    let existing = 0;
    let limit: string | undefined;
    const groups = new Map<string, FoundFile[]>();
    for (const each of choice.files) {
      const folder = intoFolders ? (each.folders[0] ?? '') : '';
      const group = groups.get(folder);
      if (group === undefined) groups.set(folder, [each]);
      else group.push(each);
    }
    for (const [folder, files] of groups) {
      const target =
        folder === '' ? place : (places.get(folder) ?? (await this.#folder(place.projectId, cleanFolderName(folder))));
      places.set(folder, target);
      const names = new Set<string>();
      for (let start = 0; start < files.length; start += CHECKED) {
        const part = files.slice(start, start + CHECKED);
        const check = await this.client.items.checkUpload({
          params: { project_id: place.projectId },
          body: { folder_id: target.folderId, names: part.map(each => each.file.name) },
        });
        for (const each of check.invalid) renamed.set(each.name, each.suggestion);
        existing += check.existing.length;
        const taken = new Set(check.existing);
        let free = check.remaining;
        if (check.message !== null) limit = check.message;
        for (const { file, folders } of part) {
          const name = renamed.get(file.name) ?? file.name;
          if (names.has(name)) {
            repeated.push([...folders, file.name].join('/'));
            continue;
          }
          names.add(name);
          if (!taken.has(file.name) && free-- <= 0) continue;
          uploads.push({ file, name, ...target, onDuplicate, taken: taken.has(file.name) });
        }
      }
    }
    // Which of their files fit is known when they are unpacked.
    uploads.push(
      ...choice.archives.map((each): NewUpload => ({
        file: each.file,
        name: each.file.name,
        ...place,
        onDuplicate,
        unpack: intoFolders ? 'folders' : 'flat',
      })),
    );
    return { uploads, existing, renamed, repeated, limit };
  }

  async #folder(projectId: number, name: string): Promise<UploadPlace> {
    const { data } = await this.client.folders.listFolders({ query: { project_id: projectId, name } });
    const known = data.find(each => each.name.toLowerCase() === name.toLowerCase());
    const folder =
      known ?? (await this.client.folders.createFolder({ query: { project_id: projectId }, body: { name } }));
    return { projectId, folderId: folder.id, folderName: folder.name };
  }
}
