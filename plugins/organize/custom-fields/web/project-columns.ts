import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { customFieldsApi } from '../common/api.ts';
import type { Template } from '../common/template.ts';
import { components } from '../common/template.ts';
import type { ColumnSource } from '#plugins/workspace/projects/web/kit/index.ts';
import { fieldText } from '../common/field-text.ts';

const columnId = (fieldId: number): string => `field-${fieldId}`;

const OF_PROJECTS = { entity: 'Project', parentEntity: 'Team' } as const;

/** The custom fields of projects as columns of their list. */
export class ProjectColumns {
  readonly #api: Client<typeof customFieldsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(customFieldsApi, transport);
  }

  /** The fields that the caller sees. */
  async source(): Promise<ColumnSource> {
    const { data } = await this.#api.listTemplates({ query: OF_PROJECTS });
    const fields = data.filter(each => each.component_id !== components.permissions);
    return {
      columns: fields.map(each => ({ id: columnId(each.id), title: each.name })),
      values: ids => this.#values(fields, ids),
    };
  }

  async #values(
    fields: readonly Template[],
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>> {
    const { data } = await this.#api.searchEntities({
      query: OF_PROJECTS,
      body: { query: { search: { id: { $in: [...ids] } }, limit: ids.length, offset: 0 } },
    });
    return new Map(
      data.map(({ id, customField }) => {
        const values = customField?.custom_field_values ?? {};
        return [
          id,
          Object.fromEntries(
            fields.flatMap(field => {
              const text = fieldText(field, values[String(field.id)]);
              return text === '' ? [] : [[columnId(field.id), text] as const];
            }),
          ),
        ];
      }),
    );
  }
}
