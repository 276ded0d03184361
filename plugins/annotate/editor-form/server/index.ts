import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { formSchema } from '../common/form-schema.ts';
import { formMediaApi } from '../common/api.ts';
import { formFilesApi } from '../common/files-api.ts';
import { FormDocuments } from './form-documents.ts';
import { FormFiles } from './form-files.ts';
import { FormMedia } from './form-media.ts';

const TYPE = 'multimodal';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(FormDocuments).toSelf();
    container.bind(FormFiles).toSelf();
    container.bind(FormMedia).toSelf();
  },
  activate({ get, implement, tap }) {
    const hooks = get(AnnotationHooks);
    const documents = get(FormDocuments);
    const media = get(FormMedia);
    implement(formMediaApi, {
      signFormMedia: async ({ params, body }, context) => ({
        urls: await media.sign(context, params.project_id, params.item_id, body.addresses),
      }),
    });
    const files = get(FormFiles);
    implement(formFilesApi, {
      listFormFiles: async ({ params }, context) => ({
        data: [...(await files.list(context, params.project_id, params.item_id))],
      }),
      async putFormFile({ params, query, stream }, context) {
        try {
          return await files.put(
            context,
            { projectId: params.project_id, itemId: params.item_id, componentId: query.component },
            query.name,
            stream,
          );
        } finally {
          // What is left of a refused file is read away, so that the client gets its answer instead of a broken
          // connection.
          stream.resume();
        }
      },
    });
    tap(get(ItemsHooks).copyingAnnotations, (context, copy) => files.copy(context, copy));
    tap(hooks.opening.for(TYPE), (context, stored, item) => documents.open(context, stored, item));
    tap(hooks.handing.for(TYPE), (context, stored, item) => documents.hand(context, stored, item));
    tap(hooks.accepting.for(TYPE), (context, sent, item, stored) => documents.accept(context, sent, item, stored));
    tap(hooks.checking.for(TYPE), async (context, found, request) => [
      ...found,
      ...(await documents.check(context, request)),
    ]);
    tap(hooks.saving.for(TYPE), (context, document, item) => documents.store(context, document, item));
    tap(hooks.equipping.for(TYPE), async (context, particulars, item) => ({
      ...particulars,
      ...(await documents.equip(context, item)),
    }));
    const { constraining } = get(ItemsHooks);
    // The system workflow asks for required attributes; of a form those are its components.
    for (const kind of ['required_components', 'required_attributes'])
      tap(constraining.for(kind), async (context, found, item) => [
        ...(found ?? []),
        ...(await documents.missing(context, item)),
      ]);
    tap(constraining.for('form_valid'), async (context, found, item) => [
      ...(found ?? []),
      ...(await documents.invalid(context, item)),
    ]);
    tap(hooks.describing.for(TYPE), () => formSchema);
    tap(hooks.valueFields.for(TYPE), async (context, fields, projectId) => [
      ...fields,
      ...(await documents.valueFields(context, projectId)),
    ]);
  },
});
