import { isDeepStrictEqual } from 'node:util';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { CrossProjectCopy } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { formApi } from '../common/api.ts';
import { formBuilderApi } from '../common/builder-api.ts';
import manifest from '../manifest.ts';
import { builderHandlers } from './builder-handlers.ts';
import { FormBuilder } from './form-builder.ts';
import { FormClassSync } from './form-class-sync.ts';
import { formHandlers } from './form-handlers.ts';
import { FormSnippets } from './form-snippets.ts';
import { FormValueStore } from './form-value-store.ts';
import { FormVersions } from './form-versions.ts';
import { Forms } from './forms.ts';
import { FormSecrets } from './form-secrets.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

const FORMS_DIFFER = 'The other project has another form. Give it the same one, or copy the items without annotations.';

/** Answers belong to the components of a form: they go to projects with the very same one only. */
const differ = async (
  context: RequestContext,
  forms: Forms,
  { sourceProjectId: from, projectId: to, annotations }: CrossProjectCopy,
): Promise<boolean> => annotations && !isDeepStrictEqual(await forms.get(context, from), await forms.get(context, to));

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Forms, FormSecrets, FormVersions],
  bindings(container) {
    for (const service of [Forms, FormBuilder, FormClassSync, FormSecrets, FormSnippets, FormValueStore, FormVersions])
      container.bind(service as typeof Forms).toSelf();
  },
  activate({ get, implement, tap }) {
    const forms = get(Forms);
    implement(formApi, formHandlers(forms));
    implement(formBuilderApi, builderHandlers(get(FormBuilder), get(FormVersions), get(FormSnippets)));
    // The form is what classes are elsewhere.
    const items = get(ItemsHooks);
    tap(items.surveying, async (context, found, asked) =>
      (await differ(context, forms, asked))
        ? [
            ...found,
            {
              kind: 'Form',
              name: 'the answers',
              items: asked.items.length,
              fate: 'refused' as const,
              obstacle: FORMS_DIFFER,
            },
          ]
        : found,
    );
    tap(items.crossing, async (context, refusals, asked) =>
      (await differ(context, forms, asked))
        ? new Map([
            ...refusals,
            ...asked.items.map(row => [row.id, new Fault('FORM_DIFFERS', FORMS_DIFFER, { status: 409 })] as const),
          ])
        : refusals,
    );
    tap(get(ProjectsHooks).created, async (context, { id, type }) => {
      if (type === ProjectType.Multimodal) await forms.copy(context, undefined, id);
    });
    tap(get(ProjectsHooks).cloned, async (context, { from, to, parts }) => {
      if (parts.has('classes')) await forms.copy(context, from.id, to.id);
    });
  },
});
