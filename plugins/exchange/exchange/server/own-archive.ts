import { setImmediate } from 'node:timers/promises';
import { inTurns, serializing } from '#core/base/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { writeClassesFile } from '#plugins/workspace/classes/common/index.ts';
import type { FieldSpec } from '#plugins/organize/item-fields/common/index.ts';
import { maskField, withoutFields } from '#plugins/annotate/annotations/common/index.ts';
import type { Folder } from '#plugins/workspace/items/common/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { Project, StoredSetting } from '#plugins/workspace/projects/common/index.ts';
import { archivePaths, itemPath } from '../common/archive-names.ts';
import { withLabelFile } from '../common/label-file.ts';
import { ProjectFileWriter } from '../common/project-file.ts';
import type { ProjectFile, ProjectFileItem } from '../common/project-file.ts';
import { TransferReport } from '../common/transfer-report.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';
import { classColors, writeFuse, writeMask, writeOriginal } from './item-files.ts';

export interface OwnArchiveHead {
  readonly project: Project;
  /** Name of the project's type on screens. */
  readonly typeName: string;
  readonly classes: readonly AnnotationClass[];
  readonly folders: readonly Folder[];
  readonly settings: readonly StoredSetting[];
  /** Names of the project's item categories. */
  readonly categories: readonly string[];
  /** Definitions of fields of item metadata, by their names. */
  readonly customFields: Readonly<Record<string, FieldSpec>>;
  /** True when `project.json` is written: the public client compares archives file by file and knows none. */
  readonly withProject: boolean;
}

/**
 * Writes an archive of the own format. Annotations are complete; the answer names pictures that could not be drawn
 * into.
 */
export async function writeOwnArchive(source: ExportSource, head: OwnArchiveHead): Promise<readonly string[]> {
  const { zip } = source;
  const { project } = head;
  const now = new Date();
  await zip.add(archivePaths.classes, writeClassesFile(head.classes), now);
  const writer = new ProjectFileWriter({
    name: project.name,
    type: project.type,
    typeName: head.typeName,
    description: project.description,
    instructionsLink: project.instructions_link,
    status: project.status,
    settings: head.settings.map(({ attribute, value }) => ({ attribute, value })),
    steps: [],
    connections: [],
    categories: head.categories.map(name => ({ name })),
    customFields: head.customFields as ProjectFile['customFields'],
    folders: head.folders.filter(folder => !folder.is_root).map(({ name, status }) => ({ name, status })),
    createdAt: project.createdAt,
    exportedAt: now.toISOString(),
  });
  const colors = classColors(head.classes);
  const report = new TransferReport();
  // The list of items is written last, from short texts, since the annotations come first.
  const lines: string[] = [];
  for await (const item of source.items()) {
    // In files the mask lies beside its document, which then does not name it.
    const { document, labels } = withLabelFile(withoutFields(item.document, maskField), item.row.name);
    const text = await inTurns(serializing(document), setImmediate);
    await zip.add(itemPath(item.folder, item.row.name, 'annotation'), text, item.row.updated_at);
    if (labels !== undefined)
      await zip.addStream(itemPath(item.folder, item.row.name, 'labels'), [labels], item.row.updated_at);
    await writeMask(source, item);
    if (source.includeOriginals) await writeOriginal(source, item.row, itemPath(item.folder, item.row.name, 'media'));
    if (source.includeFuse && !(await writeFuse(source, item, colors)))
      report.problem(
        itemPath(item.folder, item.row.name, 'media'),
        'the picture could not be read, so nothing was drawn into it',
      );
    if (head.withProject) lines.push(writer.item(listed(item)));
  }
  if (head.withProject) await zip.addStream(archivePaths.project, projectText(writer, lines), now, true);
  return report.lines();
}

async function* projectText(writer: ProjectFileWriter, lines: readonly string[]): AsyncGenerator<string> {
  yield writer.start();
  for (let start = 0; start < lines.length; start += 1000) yield lines.slice(start, start + 1000).join('');
  yield writer.end();
}

function listed({ row, view, folder, customMetadata }: ExportedItem): ProjectFileItem {
  const [category, ...more] = view.categories.map(each => each.category_name);
  return {
    folder,
    name: row.name,
    url: row.url,
    status: itemStatusOf(row.annotation_status).name,
    approvalStatus: row.approval_status,
    ...(row.is_pinned ? { pinned: true } : {}),
    ...(category === undefined ? {} : { category }),
    ...(more.length === 0 ? {} : { categories: [category!, ...more] }),
    ...(row.entropy_value === null ? {} : { priority: row.entropy_value }),
    ...(Object.keys(customMetadata).length === 0 ? {} : { customMetadata }),
  };
}
