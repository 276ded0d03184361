import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoleName } from '#core/permissions/common/index.ts';
import { messageLimit, startThread } from '#plugins/annotate/annotations/common/index.ts';
import type {
  AnnotationRights,
  Annotations,
  AnnotationWriter,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow, Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { fillPlaceholders } from '../../common/condition-rules.ts';
import type { Action, ActionOutcome } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';

interface Services {
  readonly items: Items;
  readonly projects: Projects;
  readonly annotations: Annotations;
  readonly rights: AnnotationRights;
  readonly writer: AnnotationWriter;
}

/** Documents that are read and stored in one transaction. */
const AT_ONCE = 20;

/** Begins a thread of comments about the entire item, in the name of the owner of the pipeline. */
export const commentAction = ({ items, projects, annotations, rights, writer }: Services): Action => ({
  external: false,
  access: 'CommentItem',
  most: AT_ONCE,
  run: (context, { node }, inputs) =>
    byProject(inputs, async (projectId, itemIds, group) => {
      const rows = await items.byIds(context, projectId, itemIds);
      const project = await annotations.project(context, projectId);
      const by = await author(context, projects, projectId);
      const outcomes = new Map<number, ActionOutcome>();
      for (const { itemId, context: state } of group) {
        const row = rows.get(itemId!);
        if (row === undefined) {
          outcomes.set(itemId!, skippedBecause('It is no longer there.'));
          continue;
        }
        const { mayComment, readOnly } = await rights.access(context, row);
        if (!mayComment) {
          outcomes.set(itemId!, skippedBecause(readOnly ?? 'You may not comment on this item.'));
          continue;
        }
        const text = fillPlaceholders(textSetting(node, 'text') ?? '', state).slice(0, messageLimit);
        const { document, revision } = await annotations.of(context, row, project);
        const { after: thread } = startThread(text, placeOf(row, project.typeNumber), by);
        const commented = { ...document, comments: [...document.comments, thread] };
        try {
          await writer.put(context, row, commented, { base: revision, keepStatus: true, project });
          outcomes.set(itemId!, {
            result: 'success',
            output: { changed: true, comment: text },
            changes: [{ kind: 'comment', before: null, after: text }],
            annotated: { itemId: row.id, revision },
          });
        } catch (error) {
          if (!isFault(error) || error.status >= 500) throw error;
          outcomes.set(itemId!, failureOf(error));
        }
      }
      return itemId => outcomes.get(itemId)!;
    }),
});

/** Types whose comments are pins on the picture or in the scan. */
const PINNED: ReadonlySet<number> = new Set([
  ProjectType.Vector,
  ProjectType.Pixel,
  ProjectType.Tiled,
  ProjectType.PointCloud,
]);

/** Returns the middle of the picture, in its pixels, where comments need a place. */
const placeOf = ({ width, height }: ItemRow, type: number): PinPlace | undefined =>
  PINNED.has(type) ? { x: Math.round((width ?? 0) / 2), y: Math.round((height ?? 0) / 2) } : undefined;

type PinPlace = { readonly x: number; readonly y: number };

async function author(
  context: RequestContext,
  projects: Projects,
  projectId: number,
): Promise<{ readonly email: string; readonly role?: string }> {
  const role = (await projects.membership(context, projectId))?.role;
  return {
    email: context.user.email,
    ...(role === undefined ? {} : { role: projectRoleName(role) ?? `Role ${role}` }),
  };
}
