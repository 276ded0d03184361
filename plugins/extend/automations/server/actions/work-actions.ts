import { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import { Categories } from '#plugins/organize/categories/server/kit/index.ts';
import { Subsets } from '#plugins/analyze/explore/server/kit/index.ts';
import {
  AnnotationBatches,
  AnnotationRights,
  Annotations,
  AnnotationWriter,
} from '#plugins/annotate/annotations/server/kit/index.ts';
import { ModelRuns } from '#plugins/annotate/language-models/server/kit/index.ts';
import { Exports } from '#plugins/exchange/exchange/server/kit/index.ts';
import { Folders, ItemChanging, ItemCopyOrMove, Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ServerPluginContext } from '#core/kernel/server/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { Action } from './action.ts';
import { commentAction } from './add-comment.ts';
import { copyOrMoveAction } from './copy-or-move.ts';
import { statusCode } from './built-in-actions.ts';
import { subsetAction } from './change-subset.ts';
import { exportAction } from './create-export.ts';
import { modelAction } from './run-model.ts';
import { annotateAction } from './save-annotations.ts';
import { categoryAction } from './set-category.ts';
import { fieldAction } from './set-field.ts';

/** Returns the code of actions that services of other plugins carry out, as far as these are there, by type. */
export function workActions<M extends Manifest>({
  get,
  find,
}: Pick<ServerPluginContext<M>, 'get' | 'find'>): Readonly<Record<string, Action>> {
  const [items, annotations, hooks, batches] = [get(Items), get(Annotations), get(ItemsHooks), get(AnnotationBatches)];
  const projects = get(Projects);
  const services = { items, annotations, projects, folders: get(Folders), copying: get(ItemCopyOrMove) };
  const [subsets, exports, models] = [find(Subsets), find(Exports), find(ModelRuns)];
  const [changing, fields] = [get(ItemChanging), find(CustomMetadata)];
  return {
    move: copyOrMoveAction('move', services),
    copy: copyOrMoveAction('copy', services),
    annotate: annotateAction({ items, annotations, batches }),
    comment: commentAction({
      items,
      annotations,
      projects,
      rights: get(AnnotationRights),
      writer: get(AnnotationWriter),
    }),
    ...(find(Categories) === undefined ? {} : { set_category: categoryAction(changing) }),
    ...(fields === undefined ? {} : { set_field: fieldAction(changing, fields) }),
    ...(subsets === undefined
      ? {}
      : { add_to_subset: subsetAction('ATTACH', subsets), remove_from_subset: subsetAction('DETACH', subsets) }),
    ...(exports === undefined
      ? {}
      : {
          create_export: exportAction(exports, (context, projectId, name) =>
            statusCode(hooks, context, projectId, name),
          ),
        }),
    ...(models === undefined ? {} : { run_model: modelAction({ items, annotations, batches, models }) }),
  };
}
