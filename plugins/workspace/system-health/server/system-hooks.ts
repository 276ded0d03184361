import { RevisionHook } from '#core/base/common/index.ts';
import type { Engine } from '../common/engines-api.ts';

/** Hooks of the state of the installation. */
export class SystemHooks {
  /** What runs code, answers with models, or works through a queue; plugins add theirs. */
  readonly engines = new RevisionHook<undefined, readonly Engine[]>('system-health.engines');
}
