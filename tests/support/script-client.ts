import type { InjectOptions } from 'fastify';
import type { Service } from '#core/api/common/index.ts';
import { HOST_LABELS } from '#core/api/common/index.ts';
import type { Answer, TestApp, TestTeam } from './test-app.ts';

/** One call as the public Python client makes it. */
export interface ScriptCall {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;
  readonly body?: unknown;
  /** Beside the team, whose id is a text unless `numericContext` says otherwise. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptClient {
  readonly token: string;
  /**
   * Sends the call to the host of the service with the raw token, a JSON content type on everything, the entity context
   * and `team_id`.
   */
  call<T = Record<string, unknown>>(
    service: Service,
    method: string,
    path: string,
    call?: ScriptCall,
  ): Promise<Answer<T>>;
}

const labels = new Map(Object.entries(HOST_LABELS).map(([label, service]) => [service, label]));

/** Services on which the client reads times in whole seconds only. */
const WHOLE_SECONDS: ReadonlySet<Service> = new Set<Service>(['main', 'work-management', 'items', 'explore']);

/**
 * Throws when an entity of an answer has a time with milliseconds: the client prints such a time as one that it then
 * refuses.
 */
function refusePreciseTimes(value: unknown, call: string): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, entry] of Object.entries(value)) {
    if (/^(created|updated)At$/.test(key) && typeof entry === 'string' && !entry.endsWith('.000Z'))
      throw new Error(`${call} answers ${key} ${entry}, which the public client cannot read`);
    refusePreciseTimes(entry, call);
  }
}

/** A client of the team's owner, by SDK token. */
export async function scriptClient(app: TestApp, team: TestTeam): Promise<ScriptClient> {
  const token = await app.app.services.sdkTokens.generate(team.id, team.owner.row.id);
  return {
    token,
    async call<T>(service: Service, method: string, path: string, call: ScriptCall = {}) {
      const label = labels.get(service);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(call.query ?? {}))
        for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value])
          query.append(name, typeof each === 'boolean' ? (each ? 'True' : 'False') : String(each));
      query.append('team_id', String(team.id));
      const context = { team_id: service === 'items' ? team.id : String(team.id), ...call.context };
      const response = await app.app.http.inject({
        method: method as InjectOptions['method'] & string,
        url: `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`,
        headers: {
          host: label === undefined ? 'loupe.test' : `${label}.devsuperannotate.com`,
          authorization: token,
          authtype: 'sdk',
          'content-type': 'application/json',
          'user-agent': 'Python-SDK-Version: 4.5.9; Python: 3.11.7;OS: Linux; Team: 1',
          'x-sa-entity-context': btoa(JSON.stringify(context)),
          ...call.headers,
        },
        ...(call.body === undefined
          ? {}
          : {
              payload:
                typeof call.body === 'string' || Buffer.isBuffer(call.body) ? call.body : JSON.stringify(call.body),
            }),
      });
      const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
      if (isJson && WHOLE_SECONDS.has(service)) refusePreciseTimes(response.json(), `${method} ${path}`);
      return {
        status: response.statusCode,
        body: (isJson ? response.json() : {}) as T,
        headers: response.headers,
        raw: response.rawPayload,
      };
    },
  };
}

/** A project made the way the client makes one; its id. */
export async function scriptProject(script: ScriptClient, name: string, type = 1): Promise<number> {
  const { status, body } = await script.call<{ id: number }>('main', 'POST', '/project', {
    body: { team_id: '1', name, type, settings: [], contributors: [], classes: [], custom_fields: {} },
  });
  if (status !== 200 && status !== 201) throw new Error(`the project was not made: ${status} ${JSON.stringify(body)}`);
  return body.id;
}
