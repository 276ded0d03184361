import { defineServerHalf } from '#core/kernel/server/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { customMetadataApi } from '../common/api.ts';
import { customMetadataHandlers } from './custom-metadata-handlers.ts';
import { metadataChange } from './metadata-change.ts';
import { FieldTransfer } from './field-transfer.ts';
import { CustomMetadata } from './custom-metadata.ts';
import { metadataFields, metadataOfItem } from './metadata-fields.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [CustomMetadata],
  bindings(container) {
    container.bind(CustomMetadata).toSelf();
    container.bind(FieldTransfer).toSelf();
  },
  activate({ get, implement, tap }) {
    const metadata = get(CustomMetadata);
    implement(customMetadataApi, customMetadataHandlers(metadata));
    const items = get(ItemsHooks);
    tap(items.describing, () => metadataOfItem);
    tap(
      items.querying,
      async (context, fields, projectId) =>
        new Map([...fields, ...metadataFields(await metadata.schema(context, projectId))]),
    );
    const crossing = get(FieldTransfer);
    tap(items.copyingDetails, async (context, copy) => {
      if (copy.projectId === copy.sourceProjectId) await metadata.copy(context, copy);
      else await crossing.carry(context, copy);
    });
    tap(items.surveying, async (context, found, asked) => [...found, ...(await crossing.survey(context, asked))]);
    const change = metadataChange(metadata, get(Items));
    tap(items.changing.for('metadata'), () => change);
  },
});
