import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { ProjectsHooks } from '#plugins/projects/server/kit/index.ts';
import { formApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { formHandlers } from './form-handlers.ts';
import { Forms } from './kit/index.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Forms],
  bindings: container => void container.bind(Forms).toSelf(),
  activate({ get, implement, tap }) {
    const forms = get(Forms);
    implement(formApi, formHandlers(forms));
    // The form is what classes are elsewhere (screens, section 2).
    tap(get(ProjectsHooks).cloned, async (context, { from, to, parts }) => {
      const document = parts.has('classes') ? await forms.get(context, from.id) : {};
      if (Object.keys(document).length > 0) await forms.put(context, to.id, document);
    });
  },
});
