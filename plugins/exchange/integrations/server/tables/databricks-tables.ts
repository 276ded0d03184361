import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#core/base/common/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import type { DatabricksConfig, DatabricksSecrets, IntegrationCheck } from '../../common/integration.ts';
import { checkSteps } from '../drivers/check-steps.ts';
import type { TablePage, TableSource } from './table-source.ts';
import { ANSWER_BYTES, jsonOf, pauseAfter, queryFailed, REQUEST_MS } from './table-source.ts';

const SERVICE = 'Databricks';

interface Chunk {
  readonly external_links?: readonly { readonly external_link: string; readonly next_chunk_index?: number }[];
}
interface Statement {
  readonly statement_id: string;
  readonly status: { readonly state: string; readonly error?: { readonly error_code?: string } };
  readonly manifest?: { readonly schema: { readonly columns?: readonly { readonly name: string }[] } };
  readonly result?: Chunk;
}

/**
 * Tables of a Databricks workspace, by its Statement Execution API 2.0: rows come as JSON from presigned addresses, to
 * which the token is never sent.
 */
export class DatabricksTables implements TableSource {
  constructor(
    private readonly config: DatabricksConfig,
    private readonly secrets: DatabricksSecrets,
    private readonly egress: Egress,
  ) {}

  check(signal?: AbortSignal): Promise<IntegrationCheck> {
    return checkSteps([
      {
        name: 'query',
        message: 'The warehouse runs queries.',
        run: async () => {
          for await (const _ of this.query('SELECT 1', signal ?? new AbortController().signal)) return;
        },
      },
    ]);
  }

  async *query(statement: string, signal: AbortSignal): AsyncGenerator<TablePage> {
    const { warehouse_id, catalog, schema } = this.config;
    let found = await this.#call<Statement>('POST', '', signal, {
      warehouse_id,
      statement,
      ...(catalog === undefined ? {} : { catalog }),
      ...(schema === undefined ? {} : { schema }),
      wait_timeout: '10s',
      on_wait_timeout: 'CONTINUE',
      disposition: 'EXTERNAL_LINKS',
      format: 'JSON_ARRAY',
    });
    const { statement_id: id } = found;
    try {
      for (let looks = 0; found.status.state === 'PENDING' || found.status.state === 'RUNNING'; looks += 1) {
        await pause(pauseAfter(looks), undefined, { signal });
        found = await this.#call<Statement>('GET', `/${id}`, signal);
      }
    } catch (error) {
      await this.#call('POST', `/${id}/cancel`, undefined, {}).catch(() => undefined);
      throw error;
    }
    if (found.status.state !== 'SUCCEEDED') throw queryFailed(SERVICE, found.status.error?.error_code);
    const columns = (found.manifest?.schema.columns ?? []).map(each => each.name);
    yield { columns, rows: [] };
    let chunk: Chunk | undefined = found.result;
    while (chunk !== undefined) {
      const [link] = chunk.external_links ?? [];
      if (link === undefined) return;
      yield { columns, rows: await this.#rows(link.external_link, signal) };
      const next = link.next_chunk_index;
      chunk = next === undefined ? undefined : await this.#call<Chunk>('GET', `/${id}/result/chunks/${next}`, signal);
    }
  }

  async #rows(address: string, signal: AbortSignal): Promise<TablePage['rows']> {
    const answer = await this.egress.fetch(address, { maxBytes: ANSWER_BYTES, timeoutMs: REQUEST_MS, signal });
    const rows = await jsonOf<TablePage['rows']>(SERVICE, answer);
    if (!Array.isArray(rows))
      throw new Fault('INTEGRATION_FAILED', `${SERVICE} answered something else than rows.`, { status: 422 });
    return rows;
  }

  async #call<T>(method: string, path: string, signal: AbortSignal | undefined, body?: object): Promise<T> {
    const answer = await this.egress.fetch(
      `${new URL(this.config.workspace_url).origin}/api/2.0/sql/statements${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${this.secrets.access_token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        maxBytes: ANSWER_BYTES,
        timeoutMs: REQUEST_MS,
        mayFollow: () => false,
        ...(signal === undefined ? {} : { signal }),
      },
    );
    if (answer.status === 400) {
      await answer.discard();
      throw queryFailed(SERVICE, 'BAD_REQUEST');
    }
    return jsonOf<T>(SERVICE, answer);
  }
}
