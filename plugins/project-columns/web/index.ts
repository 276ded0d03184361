import { lazy } from 'react';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { ProjectsWebHooks } from '#plugins/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { FieldColumns } from './field-columns.ts';

const ViewsMenu = lazy(() => import('./views-menu.tsx').then(({ ViewsMenu: menu }) => ({ default: menu })));

export default defineWebPlugin(manifest, {
  bindings: container => void container.bind(FieldColumns).toSelf(),
  activate({ get, tap }) {
    const hooks = get(ProjectsWebHooks);
    tap(hooks.columns, async (_, sources) => [...sources, await get(FieldColumns).source()]);
    tap(hooks.layoutTools, (_, tools) => [...tools, ViewsMenu]);
  },
});
