import type { Kysely } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { categoryName } from '#plugins/organize/categories/common/index.ts';
import { categoryRows } from '#plugins/organize/categories/server/kit/index.ts';
import type { ItemChanging } from '#plugins/workspace/items/server/kit/index.ts';
import type { Action } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { itemChangeAction } from './item-change-action.ts';

/** Gives items categories of their project by name, or takes them away. */
export const categoryAction = (changing: ItemChanging): Action =>
  itemChangeAction(changing, {
    kind: 'category',
    access: 'SetItemCategory',
    async value(context, projectId, node) {
      const names = (textSetting(node, 'categories') ?? '').split('\n').filter(each => each.trim() !== '');
      const known = new Map((await categoriesOf(context, projectId)).map(each => [each.key, each.id]));
      const category_ids = names.map(name => {
        const id = known.get(categoryName(name).key);
        if (id === undefined)
          throw new Fault(
            'CATEGORY_MISSING',
            `The project of the item has no category “${name.trim()}”. Create it, or choose another one.`,
            { status: 422 },
          );
        return id;
      });
      return { mode: textSetting(node, 'mode') ?? 'set', category_ids };
    },
    async shown(context, projectId) {
      const names = new Map((await categoriesOf(context, projectId)).map(each => [each.id, each.name]));
      return value => (value as readonly number[]).map(id => names.get(id) ?? String(id));
    },
  });

const categoriesOf = (context: RequestContext, projectId: number) =>
  context.transaction((trx: Kysely<unknown>) =>
    trx
      .selectFrom(categoryRows.as('category'))
      .select(['id', 'key', 'name'])
      .where('project_id', '=', projectId)
      .execute(),
  );
