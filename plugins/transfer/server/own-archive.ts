import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import { writeClassesFile } from '#plugins/classes/common/classes-file.ts';
import { itemStatusOf } from '#plugins/items/common/item-status.ts';
import type { Folder } from '#plugins/items/common/item.ts';
import type { ItemRow } from '#plugins/items/server/kit/index.ts';
import type { Project, StoredSetting } from '#plugins/projects/common/project.ts';
import { projectTypeOf } from '#plugins/projects/common/project-type.ts';
import { archivePaths, itemPath } from '../common/archive-names.ts';
import { ProjectFileWriter } from '../common/project-file.ts';
import type { ProjectFileItem } from '../common/project-file.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';

/** What the own format says of a project beside its items. */
export interface OwnArchiveHead {
  readonly project: Project;
  readonly classes: readonly AnnotationClass[];
  readonly folders: readonly Folder[];
  readonly settings: readonly StoredSetting[];
}

/** Writes an archive of the own format (formats, project files 1 and 4). It carries everything, so there is nothing to report. */
export async function writeOwnArchive(source: ExportSource, head: OwnArchiveHead): Promise<readonly string[]> {
  const { zip } = source;
  const { project } = head;
  const now = new Date();
  await zip.add(archivePaths.classes, writeClassesFile(head.classes), now);
  const writer = new ProjectFileWriter({
    name: project.name,
    type: project.type,
    typeName: projectTypeOf(project.type)?.title,
    description: project.description,
    instructionsLink: project.instructions_link,
    status: project.status,
    settings: head.settings.map(({ attribute, value }) => ({ attribute, value })),
    steps: [],
    connections: [],
    categories: [],
    folders: head.folders.filter(folder => !folder.is_root).map(({ name, status }) => ({ name, status })),
    createdAt: project.createdAt,
    exportedAt: now.toISOString(),
  });
  // The list of items is written last, from short texts, since the annotations come first.
  const lines: string[] = [];
  for await (const item of source.items()) {
    await zip.add(itemPath(item.folder, item.row.name, 'annotation'), JSON.stringify(item.annotation.document), item.row.updated_at);
    if (source.includeOriginals) await writeOriginal(source, item.row, itemPath(item.folder, item.row.name, 'media'));
    lines.push(writer.item(listed(item)));
  }
  await zip.addStream(archivePaths.project, projectText(writer, lines), now, true);
  return [];
}

/** Writes the picture of an item as it was uploaded; items attached by address have none. */
export async function writeOriginal(source: ExportSource, row: ItemRow, path: string): Promise<void> {
  const original = await source.original(row);
  if (original !== undefined) await source.zip.addStream(path, original, row.updated_at);
}

async function* projectText(writer: ProjectFileWriter, lines: readonly string[]): AsyncGenerator<string> {
  yield writer.start();
  for (let start = 0; start < lines.length; start += 1000) yield lines.slice(start, start + 1000).join('');
  yield writer.end();
}

function listed({ row, folder }: ExportedItem): ProjectFileItem {
  return {
    folder,
    name: row.name,
    url: row.url,
    status: itemStatusOf(row.annotation_status).name,
    approvalStatus: row.approval_status,
    ...(row.entropy_value === null ? {} : { priority: row.entropy_value }),
    ...(Object.keys(row.metadata).length === 0 ? {} : { customMetadata: row.metadata as NonNullable<ProjectFileItem['customMetadata']> }),
  };
}
