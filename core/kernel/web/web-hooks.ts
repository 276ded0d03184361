import { ChangeHook, KeyedHooks, NoticeHook, QuestionHook, StageHook } from '#core/base/common/index.ts';
import type { MenuItem, PlaceContext } from '#core/commands/common/index.ts';

/** Hooks the core owns in the browser, besides those of calls, commands, session and keys. */
export class WebHooks {
  /** Ordered work before the first render. */
  readonly starting = new StageHook<[]>('core.starting');
  /** A team is entered; its plugins and rights are known. */
  readonly entering = new StageHook<[teamId: number]>('core.organization.entering');
  /** A team is left; what is not saved must be saved now. */
  readonly leaving = new StageHook<[teamId: number]>('core.organization.leaving');
  /** A plugin woke. */
  readonly activated = new NoticeHook<[plugin: string]>('core.plugin.activated');
  /** A plugin did not wake, and why: its file did not come, or it threw. */
  readonly failed = new NoticeHook<[plugin: string, error: unknown, moment: 'load' | 'activate']>('core.plugin.failed');
  /** Every navigation; an address as the answer leads there instead. */
  readonly navigating = new QuestionHook<[path: string], string>('core.navigating');
  /** Items of a menu for the thing it is about: `menu.for('item.context')`. */
  readonly menu = new KeyedHooks(
    (place: string) => new ChangeHook<readonly MenuItem[], [context: PlaceContext]>(`core.menu.${place}`),
  );
  /** Every user action by name. */
  readonly tracked = new NoticeHook<[event: string, params: PlaceContext]>('core.tracked');
}
