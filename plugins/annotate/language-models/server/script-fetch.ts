import { inject, injectable } from 'inversify';
import { Fault, invalidField, isFault, originIn } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { GuestAnswer, GuestRequest } from '#core/egress/server/index.ts';
import { Egress, guestFetch } from '#core/egress/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { fillNames, namesIn, readForm, scriptOrigins } from '#plugins/annotate/form/common/index.ts';
import { FormSecrets, Forms } from '#plugins/annotate/form/server/kit/index.ts';
import { ModelRuns } from './model-runs.ts';
import { RunLog } from './run-log.ts';

/** Shorter values are no secrets, and would hide ordinary words of an answer. */
const SHORTEST_SECRET = 6;

export interface ScriptRequest extends GuestRequest {
  readonly item_id?: number | undefined;
}

/**
 * Requests of the scripts of a form, which the server sends to the hosts that the published form names and to no other:
 * its secure variables are filled in here, and hidden where an answer repeats them.
 */
@injectable()
export class ScriptFetch {
  readonly #rate = new RateLimit(2, 30);

  constructor(
    @inject(Forms) private readonly forms: Forms,
    @inject(FormSecrets) private readonly secrets: FormSecrets,
    @inject(Egress) private readonly egress: Egress,
    @inject(RunLog) private readonly log: RunLog,
    @inject(ModelRuns) private readonly runs: ModelRuns,
  ) {}

  /**
   * @throws Fault SCRIPT_HOST (403), INVALID_FIELD, RATE_LIMITED, EGRESS_REFUSED, EGRESS_FAILED, EGRESS_TIMEOUT,
   * EGRESS_TOO_LARGE
   */
  async send(context: RequestContext, projectId: number, request: ScriptRequest): Promise<GuestAnswer> {
    await this.runs.demandItem(context, projectId, request.item_id);
    this.#rate.take(`${context.team.id}/${context.user.id}`);
    const form = readForm(await this.forms.get(context, projectId));
    const origins = scriptOrigins(form.meta['hosts']);
    const open = new Map(form.environments.filter(each => !each.secure).map(each => [each.name, each.value]));
    const written = fillNames(request.url, open);
    const origin = originIn(written);
    const runId = await this.log.begin(context, {
      kind: 'fetch',
      target: `${request.method} ${origin ?? 'no address'}`,
      projectId,
      itemId: request.item_id,
    });
    const began = performance.now();
    try {
      if (origin === undefined) throw invalidField('url', 'must begin with https:// or http://');
      if (!origins.has(origin))
        throw new Fault(
          'SCRIPT_HOST',
          `The form does not name ${origin} among the hosts that its scripts may reach. Who edits the form adds it to its settings and publishes.`,
          { status: 403, details: { origin } },
        );
      const secure = await this.#secure(
        context,
        projectId,
        form.environments.filter(each => each.secure).map(each => each.name),
        request,
      );
      const answer = await this.#fetch(
        origins,
        origin,
        fillNames(written, secure, encodeURIComponent),
        request,
        new Map([...open, ...secure]),
        context.signal,
      );
      await this.log.end(context, runId, { state: 'done', latencyMs: performance.now() - began });
      return hidden(answer, [...secure.values()]);
    } catch (error) {
      const refused = isFault(error) && ['SCRIPT_HOST', 'INVALID_FIELD', 'EGRESS_REFUSED'].includes(error.code);
      await this.log.end(context, runId, {
        state: refused ? 'refused' : 'failed',
        latencyMs: performance.now() - began,
        error: isFault(error) ? error.message : 'The call failed on this server.',
      });
      throw error;
    }
  }

  /** The secure variables that the request names. @throws Fault INVALID_FIELD for one without a value */
  async #secure(
    context: RequestContext,
    projectId: number,
    known: readonly string[],
    { url, headers, body = '' }: ScriptRequest,
  ): Promise<ReadonlyMap<string, string>> {
    const asked = new Set([url, body, ...Object.values(headers)].flatMap(namesIn).filter(name => known.includes(name)));
    if (asked.size === 0) return new Map();
    const all = await this.secrets.all(context, projectId, false);
    for (const name of asked)
      if (!all.has(name))
        throw invalidField(name, 'is a secure variable without a value. Who edits the form gives it one');
    return new Map([...all].filter(([name]) => asked.has(name)));
  }

  async #fetch(
    origins: ReadonlySet<string>,
    origin: string,
    url: string,
    { method, headers, body }: ScriptRequest,
    values: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<GuestAnswer> {
    if (originIn(url) !== origin) throw invalidField('url', 'must not have a variable in its host');
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillNames(value, values)]));
    return guestFetch(
      this.egress,
      origins,
      { url, method, headers: filled, ...(body === undefined ? {} : { body: fillNames(body, values) }) },
      signal,
    );
  }
}

/** The answer with dots in place of secrets that a host repeats. */
function hidden({ status, headers, body }: GuestAnswer, secrets: readonly string[]): GuestAnswer {
  const hide = (text: string): string =>
    secrets
      .filter(each => each.length >= SHORTEST_SECRET)
      .flatMap(each => [each, encodeURIComponent(each), JSON.stringify(each).slice(1, -1)])
      .reduce((rest, each) => rest.replaceAll(each, '•••'), text);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    body: hide(body),
  };
}
