import { Fault } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { CopyOrMoveFinding } from '#plugins/workspace/items/common/index.ts';
import type { CrossProjectCopy } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { customStorageApi, integrationsApi } from '../common/api.ts';
import { organizationIntegrationsApi } from '../common/organization-api.ts';
import { AttachPreviews } from './attach-preview.ts';
import { Attachments } from './attachments.ts';
import { customStorageHandlers, integrationsHandlers } from './integrations-handlers.ts';
import { IntegrationAccess } from './integration-access.ts';
import { IntegrationHooks } from './integration-hooks.ts';
import { IntegrationTeams } from './integration-teams.ts';
import { Integrations } from './integrations.ts';
import { OrganizationIntegrations } from './organization-integrations.ts';
import { TableAttachments } from './table-attachments.ts';
import { StoredFileUrls } from './stored-file-urls.ts';
import { StoredFiles } from './stored-files.ts';
import { SharedIntegrations } from './shared-integrations.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Integrations, IntegrationAccess, IntegrationHooks],
  bindings(container) {
    for (const service of [
      IntegrationAccess,
      IntegrationHooks,
      Integrations,
      IntegrationTeams,
      OrganizationIntegrations,
      SharedIntegrations,
      StoredFileUrls,
      StoredFiles,
      Attachments,
      TableAttachments,
      AttachPreviews,
    ])
      container.bind(service as typeof Integrations).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const files = get(StoredFiles);
    const integrations = get(Integrations);
    const access = get(IntegrationAccess);
    const attachments = get(Attachments);
    implement(
      integrationsApi,
      integrationsHandlers({
        integrations,
        attachments,
        tables: get(TableAttachments),
        files,
        previews: get(AttachPreviews),
      }),
    );
    implement(organizationIntegrationsApi, get(OrganizationIntegrations).handlers());
    implement(customStorageApi, customStorageHandlers({ files }));
    job('attach', (run, context) => attachments.run(run, context));
    const items = get(ItemsHooks);
    tap(items.usingIntegrations, (context, projectId, ids) => access.refusal(context, projectId, ids));
    const idsOf = ({ items: rows }: CrossProjectCopy): readonly number[] => [
      ...new Set(rows.flatMap(row => row.integration_id ?? [])),
    ];
    tap(items.surveying, async (context, found, asked) => {
      const obstacles = await access.crossingObstacles(context, asked.projectId, idsOf(asked));
      const lacking = [...obstacles].map(([id, { name, why }]): CopyOrMoveFinding => ({
        kind: 'Integration',
        name,
        items: asked.items.filter(row => row.integration_id === id).length,
        fate: 'refused',
        obstacle: why,
      }));
      return [...found, ...lacking];
    });
    tap(items.crossing, async (context, refusals, asked) => {
      const obstacles = await access.crossingObstacles(context, asked.projectId, idsOf(asked));
      return new Map([
        ...refusals,
        ...asked.items.flatMap(row => {
          const obstacle = row.integration_id === null ? undefined : obstacles.get(row.integration_id);
          return obstacle === undefined
            ? []
            : [
                [
                  row.id,
                  new Fault('INTEGRATION', `The file lies in the integration “${obstacle.name}”. ${obstacle.why}`, {
                    status: 409,
                  }),
                ] as const,
              ];
        }),
      ]);
    });
    tap(items.addressing, async (context, own, row) => own ?? (await files.address(context, row)));
  },
});
