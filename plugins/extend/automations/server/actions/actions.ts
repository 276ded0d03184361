import { inject, injectable } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { AutomationHooks } from '../automation-hooks.ts';
import type { Action } from './action.ts';

/** The code of actions, as plugins contribute it. */
@injectable()
export class Actions {
  constructor(@inject(AutomationHooks) private readonly hooks: AutomationHooks) {}

  /** @throws Fault ACTION_UNKNOWN (422) when no enabled plugin has it. */
  async get(context: RequestContext, type: string): Promise<Action> {
    const action = this.hooks.acting.keys.includes(type)
      ? await this.hooks.acting.for(type).promise(context)
      : undefined;
    if (action === undefined)
      throw new Fault('ACTION_UNKNOWN', `There is no action “${type}” here. Its plugin may be switched off.`, {
        status: 422,
      });
    return action;
  }
}
