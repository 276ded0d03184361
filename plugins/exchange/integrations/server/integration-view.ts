import { z } from '#core/api/common/index.ts';
import type { Integration } from '../common/integration.ts';
import { integrationConfigs, integrationSecrets, integrationTypeOf } from '../common/integration.ts';
import type { UsableIntegration } from './shared-integrations.ts';

/** As the API answers it: never with the secret. */
export function viewOf(row: UsableIntegration): Integration {
  return {
    id: row.id,
    name: row.name,
    source: row.type,
    type: row.type,
    bucket_name: row.root,
    root: row.root,
    config: row.sharedBy === undefined ? row.config : {},
    has_secret: row.secrets !== null,
    teams: row.sharedBy === undefined ? [row.team_id, ...row.sharedWith] : [row.sharedBy.id, row.team_id],
    shared_by: row.sharedBy?.name ?? null,
    creator_id: row.creator_email,
    status: row.check_passed === null ? 'unchecked' : row.check_passed ? 'working' : 'failed',
    lastCheckAt: row.checked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** JSON Schema of what each type that is available takes. */
export function integrationRules(): Record<string, { title: string; config: unknown; secrets: unknown }> {
  return Object.fromEntries(
    Object.entries(integrationConfigs).map(([value, config]) => {
      const type = integrationTypeOf(Number(value))!;
      return [
        type.name,
        {
          title: type.title,
          config: z.toJSONSchema(config, { io: 'input' }),
          secrets:
            value === '4'
              ? null
              : z.toJSONSchema(integrationSecrets[Number(value) as keyof typeof integrationSecrets], { io: 'input' }),
        },
      ];
    }),
  );
}
