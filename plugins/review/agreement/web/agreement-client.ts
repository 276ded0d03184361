import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { proxy, ref } from 'valtio';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { agreementApi } from '../common/api.ts';

/** Under this key the rule of a project is kept. */
export const ruleKey = (projectId: number): readonly unknown[] => ['agreement', 'rule', projectId];
/** Under this key its report is kept; what belongs to items is asked again when items change. */
export const reportKey = (projectId: number): readonly unknown[] => itemKeys.dependent('agreement', projectId);

/** The calls of agreement, and what its dialog is about. */
export class AgreementClient {
  readonly api: Client<typeof agreementApi>;
  /** Items that are about to be given to people. */
  readonly giving = proxy<{ selection: Selection | undefined }>({ selection: undefined });

  constructor(
    @inject(Transport) transport: Transport,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.api = client(agreementApi, transport);
  }

  give(selection: Selection | undefined): void {
    this.giving.selection = selection === undefined ? undefined : ref(selection);
  }

  /**
   * Returns the number of people who annotate each item of a project; null for one. Known until it is said that the
   * project's settings changed.
   */
  async people(projectId: number): Promise<number | null> {
    return (
      await this.queries.fetchQuery({
        queryKey: ruleKey(projectId),
        queryFn: () => this.api.getAgreementRule({ params: { project_id: projectId } }),
        staleTime: Infinity,
      })
    ).people;
  }
}
