import { RevisionHook } from '#core/base/common/index.ts';
import type { Engine } from '../common/engines-api.ts';

/** Hooks of the state of the installation. */
export class SystemHooks {
  /** Runners of code, models, providers and queues; plugins add theirs. */
  readonly engines = new RevisionHook<undefined, readonly Engine[]>('system-health.engines');
}
