import type { IncomingHttpHeaders } from 'node:http';
import { Notice, Question, Revision, Stage, token } from '#core/base/common/index.ts';
import type { EventDefinition, EventEnvelope } from '#core/api/common/index.ts';
import type { CallEnd, IncomingCall, RequestContext, Scope } from '#core/api/server/index.ts';
import type { Job } from '#core/data/common/index.ts';

/** Hooks the core owns on the server; the first argument of those that run in a request is its context. */
export class CoreHooks {
  /** Ordered work before the server listens. */
  readonly starting = new Stage<[]>('core.starting');
  /** Ordered work before the database closes. */
  readonly stopping = new Stage<[]>('core.stopping');
  /** Actions the caller holds in a scope; plugins add theirs (project roles, feature permissions). */
  readonly granting = new Revision<RequestContext, ReadonlySet<string>, [scope: Scope]>('core.granting');
  /** A call has come and nothing is asked of its rights yet; taps may narrow what the context may do. A fault refuses the call. */
  readonly opened = new Stage<[context: RequestContext, headers: IncomingHttpHeaders]>('core.opened');
  /** Before a call is made, after its input is checked. A fault refuses it; an answer is told how it ended. The first answer wins. */
  readonly calling = new Question<[context: RequestContext, call: IncomingCall], CallEnd>('core.calling');
  /** Inside the transaction of a published event. */
  readonly published = new Stage<[context: RequestContext, event: EventDefinition, payload: unknown]>('core.published');
  /** After the commit of a published event. */
  readonly committed = new Notice<[context: RequestContext, event: EventEnvelope]>('core.committed');
  /** Sample data for a new installation (`demo`): each plugin adds its own, in order of requirement. */
  readonly seeding = new Stage<[context: RequestContext]>('core.seeding');
  /** A job ended: completed or failed. */
  readonly jobFinished = new Notice<[job: Job]>('core.jobFinished');
}

export const CoreHooksToken = token<CoreHooks>('core/hooks');
