import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { ProjectsWebHooks } from '#plugins/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { FieldColumns } from './field-columns.ts';

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(FieldColumns).toSelf(),
  activate({ get, tap }) {
    tap(get(ProjectsWebHooks).columns, async (_, sources) => [...sources, await get(FieldColumns).source()]);
  },
});
