import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { Project, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { AppItem, AppProject } from '#sdk/app/app-data.ts';

const approvals = ['none', 'disapproved', 'approved'] as const;

/** A project as apps get it. */
export const appProject = (project: Project, types: ProjectTypes): AppProject => ({
  id: project.id,
  name: project.name,
  type: types.titleOf(project.type),
  description: project.description ?? '',
  itemCount: project.imageCount ?? 0,
  completedCount: project.completedImagesCount ?? 0,
  createdAt: project.createdAt,
  updatedAt: project.updatedAt,
});

/** An item as apps get it. */
export const appItem = (item: Item): AppItem => ({
  id: item.id,
  projectId: item.project_id,
  folderId: item.folder_id,
  name: item.name,
  status: item.annotation_status,
  approval: approvals[item.approval_status] ?? 'none',
  pinned: item.is_pinned,
  assignees: item.assignments.map(each => each.user_id),
  categories: item.categories.map(each => each.category_name),
  metadata: item.custom_metadata,
  width: item.metadata.width,
  height: item.metadata.height,
  size: item.metadata.size,
  mime: item.metadata.mime,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
});
