import { createHash } from 'node:crypto';
import { isFault } from '#core/base/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationBatches, Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { Action, ActionOutcome } from './action.ts';
import { byProject, failureOf, skippedBecause } from './by-project.ts';

interface Services {
  readonly items: Items;
  readonly annotations: Annotations;
  readonly batches: AnnotationBatches;
}

/** Saves the annotations that code wrote, as an upload does. Only code uses it, so no palette has it. */
export const annotateAction = ({ items, annotations, batches }: Services): Action => ({
  external: false,
  access: 'AnnotateItem',
  run: (context, { node: { settings } }, inputs) =>
    byProject(inputs, async (projectId, itemIds) => {
      const json = String(settings['document']);
      const read = typeof settings['revision'] === 'number' ? settings['revision'] : undefined;
      const rows = [...(await items.byIds(context, projectId, itemIds)).values()];
      const project = await annotations.project(context, projectId);
      const outcomes = new Map<number, ActionOutcome>();
      for await (const { item, document, revision } of annotations.native(context, rows, project)) {
        if (read !== undefined && read !== revision) {
          const message = `The annotations are of revision ${revision} by now, not of ${read}. Run it again.`;
          outcomes.set(item.id, failureOf({ code: 'CONFLICT', message }));
          continue;
        }
        try {
          const prepared = await batches.prepare(context, project, item, JSON.parse(json), 'upload');
          const written = await batches.put(context, projectId, [{ ...prepared, base: revision }]);
          outcomes.set(
            item.id,
            written.size === 0
              ? failureOf({ code: 'CONFLICT', message: 'Somebody saved the item in the same moment. Run it again.' })
              : {
                  result: 'success',
                  output: { changed: true, revision: revision + 1 },
                  changes: [
                    {
                      kind: 'annotations',
                      before: recordsOf(document?.['instances']).length,
                      after: prepared.instanceCount,
                    },
                  ],
                  annotated: { itemId: item.id, revision, hash: createHash('sha256').update(json).digest('base64url') },
                },
          );
        } catch (error) {
          if (!isFault(error) || error.status >= 500) throw error;
          outcomes.set(item.id, failureOf(error));
        }
      }
      return itemId => outcomes.get(itemId) ?? skippedBecause('It is no longer there.');
    }),
});
