import type { IncomingHttpHeaders } from 'node:http';
import { NoticeHook, QuestionHook, RevisionHook, StageHook, token } from '#core/base/common/index.ts';
import type { EventDefinition, EventEnvelope } from '#core/api/common/index.ts';
import type { CallEnd, IncomingCall, MountedOperation, RequestContext, Scope } from '#core/api/server/index.ts';
import type { Job } from '#core/data/common/index.ts';

/** Hooks the core owns on the server; the first argument of those that run in a request is its context. */
export class CoreHooks {
  /** Ordered work before the server listens. */
  readonly starting = new StageHook<[]>('core.starting');
  /** Ordered work before the database closes. */
  readonly stopping = new StageHook<[]>('core.stopping');
  /** Actions the caller holds in a scope; plugins add theirs (project roles, feature permissions). */
  readonly granting = new RevisionHook<RequestContext, ReadonlySet<string>, [scope: Scope]>('core.granting');
  /**
   * A call has come: its body is not read and nothing is asked of its rights yet. Taps may narrow what the context may
   * do. A fault refuses the call.
   */
  readonly opened = new StageHook<[context: RequestContext, headers: IncomingHttpHeaders, mounted: MountedOperation]>(
    'core.opened',
  );
  /**
   * Before a call is made, after its input is checked. A fault refuses it. The function that a tap answers is called
   * with the outcome; the first answer wins.
   */
  readonly calling = new QuestionHook<[context: RequestContext, call: IncomingCall], CallEnd>('core.calling');
  /** Inside the transaction of a published event. */
  readonly published = new StageHook<[context: RequestContext, event: EventDefinition, payload: unknown]>(
    'core.published',
  );
  /** After the commit of a published event. */
  readonly committed = new NoticeHook<[context: RequestContext, event: EventEnvelope]>('core.committed');
  /** Sample data for a new installation (`demo`): each plugin adds its own, in order of requirement. */
  readonly seeding = new StageHook<[context: RequestContext]>('core.seeding');
  /** A job ended: completed or failed. */
  readonly jobFinished = new NoticeHook<[job: Job]>('core.jobFinished');
}

export const CoreHooksToken = token<CoreHooks>('core/hooks');
