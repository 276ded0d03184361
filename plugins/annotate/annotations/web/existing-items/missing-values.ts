import { QueryClient } from '@tanstack/react-query';
import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { ClassesClient, classesQuery } from '#plugins/workspace/classes/web/kit/index.ts';
import type { FilterField } from '#plugins/workspace/items/web/kit/index.ts';
import { missingValuesApi } from '../../common/missing-values-api.ts';
import { messages } from '../messages.ts';

/** Items whose objects lack values of attribute groups. */
export class MissingValues {
  readonly api: Client<typeof missingValuesApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(ClassesClient) private readonly classes: ClassesClient,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.api = client(missingValuesApi, transport);
  }

  /** The filter of item lists that finds them, where the project has attribute groups. */
  async filterFields(projectId: number): Promise<readonly FilterField[]> {
    const known = await this.queries.ensureQueryData(classesQuery(this.classes.api, projectId));
    const choices = known.flatMap(each =>
      each.attribute_groups.map(group => ({ value: String(group.id), label: `${each.name}: ${group.name}` })),
    );
    return choices.length === 0
      ? []
      : [{ name: 'missing_value', title: messages.missingValues.valueMissingIn, kind: 'choice', choices }];
  }
}
