import { defineServerHalf } from '#core/kernel/server/index.ts';
import { customFieldsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { CustomEntities } from './custom-entities.ts';
import { customFieldsHandlers } from './custom-fields-handlers.ts';
import { EntitySearch } from './entity-search.ts';
import { FieldRights } from './field-rights.ts';
import { FieldTemplates } from './field-templates.ts';
import { FieldValues } from './field-values.ts';
import { CustomFieldsHooks } from './custom-fields-hooks.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [CustomFieldsHooks],
  bindings(container) {
    for (const service of [CustomFieldsHooks, FieldTemplates, FieldValues, FieldRights, EntitySearch, CustomEntities])
      container.bind(service as typeof CustomEntities).toSelf();
  },
  activate: ({ get, implement }) =>
    implement(customFieldsApi, customFieldsHandlers(get(FieldTemplates), get(CustomEntities), get(EntitySearch))),
});
