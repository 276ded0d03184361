import { invalidField } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { copyApi } from '../common/copy-api.ts';
import type { ItemCopies } from './item-copies.ts';

interface OlderBody {
  readonly is_folder_copy?: boolean | null | undefined;
  readonly image_names?: readonly string[] | null | undefined;
}

/** Undefined: everything in the folder. */
function namesOf({ is_folder_copy: whole, image_names: names }: OlderBody): readonly string[] | undefined {
  if (names !== undefined && names !== null && (names.length > 0 || whole !== true)) return names;
  if (whole === true) return undefined;
  throw invalidField('image_names', 'give names, or is_folder_copy for everything in the folder');
}

/** Calls that copy and move items. */
export function copyHandlers(copies: ItemCopies): Handlers<typeof copyApi> {
  return {
    async copyItems({ query, body }, context) {
      if (body.operate_function === 'move') await context.demand('MoveItem', { projectId: query.project_id });
      const poll = await copies.begin(context, {
        projectId: query.project_id,
        sourceId: body.source_folder_id,
        destinationId: body.destination_folder_id,
        names: namesOf(body),
        operation: body.operate_function,
        annotations: body.include_annotations ?? false,
        keepPin: body.keep_pin_status ?? false,
        duplicates: body.duplicate_behaviour,
      });
      return { poll_id: poll };
    },
    async copyItemsOlder({ query, body }, context) {
      const poll = await copies.begin(context, {
        projectId: query.project_id,
        sourceId: body.source_folder_id,
        destinationId: body.destination_folder_id,
        names: namesOf(body),
        older: true,
        operation: 'copy',
        annotations: body.include_annotations ?? false,
        keepPin: body.keep_pin_status ?? false,
        duplicates: 'skip_duplicates',
      });
      return { poll_id: poll };
    },
    async moveItemsOlder({ query, body }, context) {
      const poll = await copies.begin(context, {
        projectId: query.project_id,
        sourceId: body.source_folder_id,
        destinationId: body.destination_folder_id,
        names: body.image_names,
        older: true,
        operation: 'move',
        annotations: true,
        keepPin: true,
        duplicates: 'skip_duplicates',
      });
      return { poll_id: poll };
    },
    copyProgress: ({ query }, context) => copies.progress(context, query.project_id, query.poll_id),
    async cancelCopy({ query }, context) {
      await copies.cancel(context, query.project_id, query.poll_id);
      return { success: true };
    },
  };
}
