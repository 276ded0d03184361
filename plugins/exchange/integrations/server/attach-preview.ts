import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { extensionOf, limitMessage, remainingIn, storageMessage } from '#plugins/workspace/items/common/index.ts';
import { Folders, ItemQuota, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects, projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AttachPreview } from '../common/integration.ts';
import { attachedName, folderPath } from './attachments.ts';
import { noStoredFiles, takesFile, takesStoredFiles } from './file-types.ts';
import { Integrations } from './integrations.ts';

/** Names of one question to the database. */
const ASKED = 1000;

/** Looks at what attaching would do, and at who uses an integration. */
export class AttachPreviews {
  constructor(
    @inject(Integrations) private readonly integrations: Integrations,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(Folders) private readonly folders: Folders,
    @inject(ItemQuota) private readonly quota: ItemQuota,
  ) {}

  /**
   * Returns a preview of attaching a folder of the storage.
   * @throws Fault NOT_FOUND, INVALID_FIELD, INTEGRATION_FAILED.
   */
  async preview(
    context: RequestContext,
    asked: {
      readonly projectId: number;
      readonly folderId: number | undefined;
      readonly integrationId: number;
      readonly path: string;
    },
  ): Promise<AttachPreview> {
    const project = await this.projects.get(context, asked.projectId);
    const folder = await this.folders.get(context, asked.projectId, asked.folderId);
    const path = folderPath(asked.path, 'path');
    const driver = this.integrations.driver(await this.integrations.get(context, asked.integrationId));
    const kinds = new Map<string, number>();
    const files: { readonly name: string; readonly size: number }[] = [];
    for await (const file of driver?.walk(path, context.signal) ?? []) {
      const ending = extensionOf(file.path);
      kinds.set(ending, (kinds.get(ending) ?? 0) + 1);
      if (takesFile(project.type, file.path)) files.push({ name: attachedName(file.path, path), size: file.size });
    }
    const taken = await this.#taken(
      context,
      folder.id,
      files.map(each => each.name),
    );
    const free = files.filter(each => !taken.has(each.name));
    const refused = !takesStoredFiles(project.type)
      ? noStoredFiles(this.types.titleOf(project.type))
      : project.upload_state === 2
        ? storageMessage(true)
        : undefined;
    const { inFolder, inProject, inPlan } = await this.quota.in(context, folder, free.length);
    const places = [
      ['folder', inFolder],
      ['project', inProject],
      ...(inPlan === undefined ? [] : [['plan', inPlan] as const]),
    ] as const;
    const [place, { limit }] = places.reduce((least, each) =>
      remainingIn(each[1]) < remainingIn(least[1]) ? each : least,
    );
    const remaining = refused === undefined ? Math.min(...places.map(each => remainingIn(each[1]))) : 0;
    const over = Math.max(0, free.length - remaining);
    return {
      attached: free.length - over,
      taken: taken.size,
      ignored: [...kinds.values()].reduce((sum, count) => sum + count, 0) - files.length,
      over,
      bytes: free.slice(0, free.length - over).reduce((sum, each) => sum + each.size, 0),
      kinds: [...kinds]
        .map(([ending, count]) => ({ ending, count, taken_by_project: takesFile(project.type, `file.${ending}`) }))
        .sort((one, other) => other.count - one.count),
      message: refused ?? (over > 0 ? limitMessage(limit, place) : null),
    };
  }

  /**
   * Projects the team has items of an integration in; those of items that were deleted are not counted.
   * @throws Fault NOT_FOUND.
   */
  async usage(
    context: RequestContext,
    integrationId: number,
  ): Promise<{
    readonly projects: { readonly id: number; readonly name: string; readonly items: number }[];
    readonly items: number;
  }> {
    await this.integrations.get(context, integrationId);
    const projects = await context.transaction((trx: Kysely<unknown>) =>
      trx
        .selectFrom(itemRows.as('item'))
        .innerJoin(projectRows.as('project'), join =>
          join.onRef('project.id', '=', 'item.project_id').onRef('project.team_id', '=', 'item.team_id'),
        )
        .select(['project.id', 'project.name', sql<number>`count(*)::int`.as('items')])
        .where('item.integration_id', '=', integrationId)
        .where('item.deleted_at', 'is', null)
        .where('project.deleted_at', 'is', null)
        .groupBy(['project.id', 'project.name'])
        .orderBy('project.name')
        .execute(),
    );
    return {
      projects: projects.map(({ id, name, items }) => ({ id, name, items })),
      items: projects.reduce((sum, each) => sum + each.items, 0),
    };
  }

  async #taken(context: RequestContext, folderId: number, names: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (let start = 0; start < names.length; start += ASKED) {
      const part = names.slice(start, start + ASKED);
      const rows = await context.transaction((trx: Kysely<unknown>) =>
        trx
          .selectFrom(itemRows.as('item'))
          .select('name')
          .where('folder_id', '=', folderId)
          .where('deleted_at', 'is', null)
          .where(sql<boolean>`name = any(${part}::text[])`)
          .execute(),
      );
      for (const { name } of rows) taken.add(name);
    }
    return taken;
  }
}
