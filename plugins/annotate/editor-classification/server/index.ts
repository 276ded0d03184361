import { setImmediate } from 'node:timers/promises';
import type { RequestContext } from '#core/api/server/index.ts';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { classificationApi } from '../common/api.ts';
import { classificationChecks } from '../common/checks.ts';
import { classificationSchema } from '../common/classification-schema.ts';
import type { ClassesPerItem } from '../common/tag-changes.ts';
import { withContent } from '../common/content-facts.ts';
import { BatchTags } from './batch-tags.ts';
import { classesPerItem } from './classes-per-item.ts';
import { answeredField, tagClassField } from './tag-fields.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    container.bind(BatchTags).toSelf();
  },
  activate({ get, tap, implement }) {
    const hooks = get(AnnotationHooks);
    const batch = get(BatchTags);
    const perItem = (context: RequestContext, projectId: number): Promise<ClassesPerItem> =>
      classesPerItem(get(ProjectSettings), context, projectId);
    tap(hooks.checking.for('classification'), async (context, _, { document, form, classes, item }) =>
      inTurns(
        classificationChecks(document, { form, classes, perItem: await perItem(context, item.project_id) }),
        setImmediate,
      ),
    );
    tap(hooks.equipping.for('classification'), async (context, particulars, item) => ({
      ...particulars,
      perItem: await perItem(context, item.project_id),
    }));
    tap(hooks.describing.for('classification'), () => classificationSchema('export'));
    tap(hooks.saving.for('classification'), (_, document, item) => withContent(document, item));
    tap(
      get(ItemsHooks).querying,
      (_, fields) => new Map([...fields, ['tag_class', tagClassField], ['answered_group', answeredField]]),
    );
    implement(classificationApi, {
      listTags: async ({ params, body }, context) => ({
        data: await batch.list(context, params.project_id, body.item_ids),
      }),
      changeTags: ({ params, body }, context) =>
        batch.change(context, params.project_id, body.op, body.item_ids, body.change),
      stepBackTags: ({ params, body }, context) => batch.stepBack(context, params.project_id, body.op, body.items),
    });
  },
});
