import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type { ProjectWorkflow } from '../common/api.ts';
import { projectWorkflowApi } from '../common/api.ts';

/** Workflows of projects, asked once and kept a while. */
export class WorkflowClient {
  readonly #api: Client<typeof projectWorkflowApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {
    this.#api = client(projectWorkflowApi, transport);
  }

  /** Options of the query, for components and for the hooks of items alike. */
  query(projectId: number): {
    readonly queryKey: readonly unknown[];
    readonly queryFn: () => Promise<ProjectWorkflow>;
    readonly staleTime: number;
  } {
    return {
      queryKey: ['workflow', 'project', projectId],
      queryFn: () => this.#api.getProjectWorkflow({ params: { project_id: projectId } }),
      staleTime: 60_000,
    };
  }

  of(projectId: number): Promise<ProjectWorkflow> {
    return this.queries.fetchQuery(this.query(projectId));
  }

  /** After a change of the project or of the caller's role. */
  forget(): void {
    void this.queries.invalidateQueries({ queryKey: ['workflow'] });
  }
}
