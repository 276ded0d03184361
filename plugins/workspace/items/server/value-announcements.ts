import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ValueChange } from './items-hooks.ts';
import { ItemsHooks } from './items-hooks.ts';

/** The one place that announces changed values of items to other plugins, such as automations. */
export class ValueAnnouncements {
  constructor(@inject(ItemsHooks) private readonly hooks: ItemsHooks) {}

  /** Returns true when a plugin asks for changes of this kind. Without one their values need not be read. */
  isAwaited(kind: string): boolean {
    return this.hooks.valuesChanged.keys.includes(kind);
  }

  /** Announces changes of one kind. Inside the transaction that wrote them; a fault of a plugin rolls it back. */
  async announce(
    context: RequestContext,
    projectId: number,
    kind: string,
    changes: readonly ValueChange[],
  ): Promise<void> {
    if (changes.length > 0 && this.isAwaited(kind))
      await this.hooks.valuesChanged.for(kind).promise(context, projectId, changes);
  }
}
