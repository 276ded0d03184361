import type { Handlers } from '#core/api/server/index.ts';
import type { formBuilderApi } from '../common/builder-api.ts';
import type { FormBuilder } from './form-builder.ts';
import type { FormSnippets } from './form-snippets.ts';
import type { FormVersions } from './form-versions.ts';

export function builderHandlers(
  builder: FormBuilder,
  versions: FormVersions,
  snippets: FormSnippets,
): Handlers<typeof formBuilderApi> {
  return {
    getFormDraft: ({ params }, context) => builder.state(context, params.project_id),
    saveFormDraft: ({ params, body }, context) => builder.save(context, params.project_id, body),
    async discardFormDraft({ params, query }, context) {
      await builder.discard(context, params.project_id, query.revision);
      return { success: true };
    },
    previewForm: ({ params, body }, context) =>
      builder.preview(context, params.project_id, body.document, body.renames),
    publishForm: ({ params, body }, context) => builder.publish(context, params.project_id, body),
    listFormVersions: async ({ params }, context) => ({ data: [...(await versions.list(context, params.project_id))] }),
    listFormSnippets: async (_, context) => ({ data: [...(await snippets.list(context))] }),
    createFormSnippet: ({ body }, context) => snippets.create(context, body),
    async deleteFormSnippet({ params }, context) {
      await snippets.remove(context, params.snippet_id);
      return { success: true };
    },
    getFormVersion: ({ params }, context) => versions.get(context, params.project_id, params.number),
  };
}
