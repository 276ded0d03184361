import type { RequestContext } from '#core/api/server/index.ts';
import { isTeamAdmin, projectRoles } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import type { Project } from '../common/project.ts';
import type { ProjectsHooks } from './projects-hooks.ts';
import type { ProjectRow } from './projects-tables.ts';

/** A project row with the caller's own part of it. */
export type SeenRow = ProjectRow & { readonly member_role: number | null; readonly pinned_at: Date | null };

/** Team admins see every project of the team, others those they are in. */
export const seesAll = (context: RequestContext): boolean => isTeamAdmin(context.team.role as TeamRole);

/** Rows as the API shows them, with the counts and root folders other plugins know. */
export async function projectViews(
  context: RequestContext,
  hooks: ProjectsHooks,
  rows: readonly SeenRow[],
): Promise<readonly Project[]> {
  const ids = rows.map(each => each.id);
  const counts = await hooks.counting.promise(context, new Map(), ids);
  const roots = await hooks.rooting.promise(context, new Map(), ids);
  return rows.map(row => {
    const count = counts.get(row.id);
    return {
      id: row.id,
      team_id: row.team_id,
      name: row.name,
      type: row.type,
      description: row.description,
      instructions_link: row.instructions_link,
      status: row.status,
      upload_state: row.upload_state,
      workflow_id: row.workflow_id,
      folder_id: roots.get(row.id) ?? null,
      creator_id: row.creator_email,
      my_role: row.member_role ?? projectRoles.projectAdmin,
      pinned: row.pinned_at !== null,
      imageCount: count?.total ?? null,
      completedImagesCount: count?.completed ?? null,
      rootFolderCompletedImagesCount: count?.rootCompleted ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  });
}
