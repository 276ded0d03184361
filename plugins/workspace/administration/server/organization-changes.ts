import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ServerBus } from '#core/kernel/server/index.ts';
import { ServerBusToken } from '#core/kernel/server/index.ts';

/** Effects of a change of an organization's plugins and features. */
export class OrganizationChanges {
  constructor(@inject(ServerBusToken) private readonly bus: ServerBus) {}

  /** Writes down who changed what; the next call of the organization sees it, and its open tabs at once. */
  async made(context: RequestContext, id: number, change: object): Promise<void> {
    context.log.info({ organization: id, ...change, by: context.user.id }, 'an organization was changed');
    await this.bus.send('switches', id);
  }
}
