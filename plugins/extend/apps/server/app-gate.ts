import type { IncomingHttpHeaders } from 'node:http';
import { inject, injectable } from 'inversify';
import { Fault, invalidField, isFault, unauthorized } from '#core/base/common/index.ts';
import type { CallEnd, IncomingCall, RequestContext } from '#core/api/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import type { Capability } from '#sdk/app/app-manifest.ts';
import { CAPABILITIES } from '#sdk/app/app-manifest.ts';
import { diffDocuments, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { Annotations } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { APP_HEADER } from '../common/app.ts';
import { ROLE_HEADER } from '../common/as-role.ts';
import { capabilitiesFor, OWN_OPERATIONS } from '../common/capability-operations.ts';
import { AppCalls } from './app-calls.ts';
import { AppOpenings } from './app-openings.ts';
import { RolePreview } from './role-preview.ts';

/** Calls of one app for one person: per second, and at once. */
const PER_SECOND = 20;
const BURST = 100;

/**
 * Every call that an app makes, before it is made: it passes only when a capability that was granted lists it. What the
 * person may do is asked for after that as for any call, so that an app can do what both may.
 */
@injectable()
export class AppGate {
  readonly #rate = new RateLimit(PER_SECOND, BURST);
  /** Refusals for their number are noted once in ten seconds, or they would fill the log. */
  readonly #notices = new RateLimit(0.1, 1);

  constructor(
    @inject(AppOpenings) private readonly openings: AppOpenings,
    @inject(AppCalls) private readonly calls: AppCalls,
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(RolePreview) private readonly preview: RolePreview,
  ) {}

  /** Takes rights away from a call that is made as another role. @throws Fault INVALID_FIELD, UNAUTHORIZED */
  opened(context: RequestContext, headers: IncomingHttpHeaders): void {
    // What the page itself asks for an app that is tried names a role and no app.
    const header = [APP_HEADER, ROLE_HEADER].find(each => headers[each] !== undefined);
    if (header === undefined) return;
    if (context.maybeUser === undefined) throw unauthorized();
    if (context.maybeTeam === undefined) throw invalidField(header, 'goes with calls that name a team');
    const asRole = headers[ROLE_HEADER];
    if (asRole !== undefined) this.preview.begin(context, asRole);
  }

  /**
   * Undefined for a call of no app.
   * @throws Fault INVALID_FIELD, NOT_FOUND for an app that the caller may not open, RATE_LIMITED, CAPABILITY_DENIED
   * (403) naming the capability
   */
  async calling(context: RequestContext, call: IncomingCall): Promise<CallEnd | undefined> {
    const header = call.headers[APP_HEADER];
    if (header === undefined) return undefined;
    const appId = Number(header);
    if (!Number.isSafeInteger(appId) || appId < 1 || appId > 2_147_483_647)
      throw invalidField(APP_HEADER, 'must be the number of an app');
    const { app } = await this.openings.demand(context, appId);
    const name = `${call.mounted.owner}.${call.mounted.name}`;
    const itemId = itemOf(call);
    const began = performance.now();
    const note = (outcome: 'done' | 'refused' | 'failed', code?: string): Promise<void> =>
      this.calls.note(context, appId, [{ call: name, outcome, code, milliseconds: performance.now() - began, itemId }]);
    const key = `${context.team.id}/${appId}/${context.user.id}`;
    try {
      this.#rate.take(key);
    } catch (error) {
      if (takes(this.#notices, key)) await note('refused', 'RATE_LIMITED');
      throw error;
    }
    const refusal = await this.#refusal(context, call, name, appId, app.granted.capabilities);
    if (refusal !== undefined) {
      await note('refused', refusal.code);
      throw refusal;
    }
    // They note what they do themselves.
    if (OWN_OPERATIONS.includes(name)) return undefined;
    return async error => {
      // The answer stands, whatever becomes of its line.
      await (error === undefined ? note('done') : note('failed', isFault(error) ? error.code : 'INTERNAL')).catch(
        (failed: unknown) => context.log.error({ err: failed }, 'a call of an app was not noted'),
      );
    };
  }

  async #refusal(
    context: RequestContext,
    call: IncomingCall,
    name: string,
    appId: number,
    granted: readonly Capability[],
  ): Promise<Fault | undefined> {
    const named = (call.params as { readonly app_id?: number } | undefined)?.app_id;
    if (call.mounted.owner === 'apps' && named !== undefined && named !== appId)
      return new Fault('CAPABILITY_DENIED', 'An app may reach its own data only.', {
        status: 403,
        details: { operation: name },
      });
    if (OWN_OPERATIONS.includes(name)) return undefined;
    const enough = capabilitiesFor(name, call.body);
    const [capability] = enough;
    if (capability === undefined)
      return new Fault('CAPABILITY_DENIED', `No app may make this call (${name}).`, {
        status: 403,
        details: { operation: name },
      });
    const held = enough.filter(each => granted.includes(each));
    const commentsOnly =
      name === 'annotations.saveAnnotation' &&
      held.length === 1 &&
      held[0] === 'comments.write' &&
      !(await this.#onlyComments(context, call));
    if (held.length > 0 && !commentsOnly) return undefined;
    const missing = commentsOnly ? 'annotations.write' : capability;
    return new Fault(
      'CAPABILITY_DENIED',
      `The app was not allowed: ${CAPABILITIES[missing]} (${missing}). Who manages apps can allow it.`,
      { status: 403, details: { capability: missing, operation: name } },
    );
  }

  /**
   * True when a document differs from the stored one in comments only. One made on another revision is left to the
   * save, which refuses it.
   */
  async #onlyComments(context: RequestContext, { params, body }: IncomingCall): Promise<boolean> {
    const { project_id, item_id } = params as { readonly project_id: number; readonly item_id: number };
    const { base, data } = body as { readonly base: number; readonly data: unknown };
    const { document, revision } = await this.annotations.of(
      context,
      await this.items.get(context, item_id, project_id),
    );
    if (revision !== base) return true;
    if (typeof data !== 'object' || data === null) return false;
    try {
      return !diffDocuments(document, readDocument(data as never)).some(({ collection }) => collection !== 'comments');
    } catch {
      // It is no document at all, so its other changes are unknown.
      return false;
    }
  }
}

function takes(limit: RateLimit, key: string): boolean {
  try {
    limit.take(key);
    return true;
  } catch {
    return false;
  }
}

/** The item that a call is about, when it names one. */
function itemOf({ params, query, body }: IncomingCall): number | undefined {
  const found = [params, query, body]
    .map(each =>
      typeof each === 'object' && each !== null ? Number((each as Record<string, unknown>)['item_id']) : Number.NaN,
    )
    .find(each => Number.isSafeInteger(each) && each > 0);
  return found;
}
