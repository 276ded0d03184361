import { KeyedHooks, QuestionHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Action } from './actions/action.ts';

/** Hooks of plugins into automations. */
export class AutomationHooks {
  /** The code of an action by its type (`set_status`); the first answer wins. */
  readonly acting = new KeyedHooks(
    (type: string) => new QuestionHook<[context: RequestContext], Action>(`automations.acting.${type}`),
  );
}
