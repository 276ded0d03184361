import { QueryClient } from '@tanstack/react-query';
import { Transport } from '#core/api/web/index.ts';
import { encodeEntityContext } from '#core/api/common/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { categoriesApi } from '../common/api.ts';
import { CategoryDialogStore } from './category-dialog-store.ts';
import { CategoriesClient } from './kit/categories-client.ts';
import { messages } from './messages.ts';

/** Operations with their project in the header for the context of a call. */
const inContext: ReadonlySet<string> = new Set(
  Object.values(categoriesApi.operations)
    .filter(each => each.project === 'context')
    .map(each => each.path),
);

export default defineWebHalf(manifest, {
  provides: [CategoriesClient],
  bindings(container) {
    container.bind(CategoriesClient).toSelf();
    container.bind(CategoryDialogStore).toSelf();
  },
  activate({ get, page, panel, command, tap }) {
    page('list', () => import('./pages/categories-page.tsx'));
    panel('categorize', () => import('./panels/category-dialog.tsx'));
    panel('categorizeFound', () => import('./panels/category-dialog.tsx'));
    command('categorize', ({ selection }: PlaceContext) => get(CategoryDialogStore).ask(selection as Selection));
    panel('person', () => import('./panels/person-categories.tsx'));
    tap(get(ItemsWebHooks).filterFields, async ({ projectId }, fields) => [
      ...fields,
      {
        name: 'categories.category_id',
        title: messages.plugin.category,
        kind: 'choice',
        empty: true,
        choices: (await get(CategoriesClient).all(projectId)).map(each => ({
          value: String(each.id),
          label: each.name,
        })),
      },
    ]);
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
    const store = get(ProjectStore);
    tap(get(Transport).hooks.sending, (request, call) => {
      const { project } = store.state;
      if (project === undefined || call.service !== categoriesApi.service || !inContext.has(call.path))
        return undefined;
      return {
        ...request,
        headers: {
          ...request.headers,
          'x-entity-context': encodeEntityContext({ team_id: project.team_id, project_id: project.id }),
        },
      };
    });
  },
});
