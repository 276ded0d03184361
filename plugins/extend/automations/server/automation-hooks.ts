import { Keyed, Question } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Action } from './actions/action.ts';

/** What plugins may add to automations. */
export class AutomationHooks {
  /** The code of an action by its type (`set_status`); the first answer wins. */
  readonly acting = new Keyed(
    (type: string) => new Question<[context: RequestContext], Action>(`automations.acting.${type}`),
  );
}
