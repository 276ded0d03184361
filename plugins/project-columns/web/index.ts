import { QueryClient } from '@tanstack/react-query';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { ProjectsWebHooks } from '#plugins/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { FieldColumns } from './field-columns.ts';

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(FieldColumns).toSelf(),
  activate({ get, tap }) {
    tap(get(ProjectsWebHooks).columns, async (_, sources) => [...sources, await get(FieldColumns).source()]);
    // The list may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: ['projects', 'columns'] });
  },
});
