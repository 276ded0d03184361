import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { customFieldsApi } from '../common/api.ts';
import type { EntityPair, FieldValue, Template } from '../common/template.ts';

type PairQuery = Readonly<{ entity: 'Project' | 'Contributor'; parentEntity: 'Team' | 'Project' }>;

/** A pair as calls name it. */
export const pairQuery = (pair: EntityPair): PairQuery => {
  const [entity, parentEntity] = pair.split('/');
  return { entity, parentEntity } as PairQuery;
};

/** Values of the fields of one project or person by the id of the field. */
export type Values = Readonly<Record<string, unknown>>;

/** Calls of this plugin. */
export class CustomFieldsClient {
  readonly api: Client<typeof customFieldsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.api = client(customFieldsApi, transport);
  }

  async templates(pair: EntityPair): Promise<readonly Template[]> {
    return (await this.api.listTemplates({ query: pairQuery(pair) })).data;
  }

  /** Values of all people of the team, by member. */
  async ofMembers(): Promise<ReadonlyMap<number, Values>> {
    const { data } = await this.api.searchEntities({
      query: pairQuery('Contributor/Team'),
      body: { query: { limit: 2000 } },
    });
    return new Map(data.map(each => [each.id, each.customField?.custom_field_values ?? {}]));
  }

  /** Sets or clears one value. */
  async put(pair: EntityPair, entityId: number, templateId: number, value: FieldValue | undefined): Promise<void> {
    await this.api.patchEntity({
      params: { id: entityId },
      query: pairQuery(pair),
      body: { customField: { custom_field_values: { [templateId]: value ?? null } } },
    });
  }
}
