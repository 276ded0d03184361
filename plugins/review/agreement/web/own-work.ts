import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import { isFault } from '#core/base/common/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OwnWorkState } from '../common/api.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { AgreementClient } from './agreement-client.ts';
import { messages } from './messages.ts';

/** A copy that is submitted goes from work to review. */
const [IN_PROGRESS, QUALITY_CHECK] = [2, 3];

/** Under this key the state of the person's copy of an item is kept. */
export const ownWorkKey = (itemId: number): readonly unknown[] => ['agreement', 'own', itemId];

interface ItemPlace {
  readonly projectId: number;
  readonly itemId: number;
}

/** The person's own copy of the open item. */
export class OwnWork {
  constructor(
    @inject(AgreementClient) private readonly client: AgreementClient,
    @inject(OpenItemToken) private readonly open: OpenItem,
    @inject(QueryClient) private readonly queries: QueryClient,
    @inject(CommandRegistry) private readonly commands: CommandRegistry,
  ) {}

  /** Null where the person works on the item itself. A copy that was not begun yet counts as one. */
  async state({ projectId, itemId }: ItemPlace): Promise<OwnWorkState | null> {
    if ((await this.client.people(projectId)) === null) return null;
    return (await this.client.api.getOwnWork({ params: { project_id: projectId, item_id: itemId } })).work;
  }

  /** Stores what is open and gives it in. */
  async submit({ projectId, itemId }: ItemPlace): Promise<void> {
    const { now } = this.open;
    now?.editor?.commit?.();
    // What the form's script says of moving the item counts for the copy too.
    const nameOf = (value: number): string =>
      now?.opened.status.all.find(each => each.value === value)?.name ?? itemStatusOf(value).name;
    const reason = await now?.editor?.refuseStatus?.(nameOf(IN_PROGRESS), nameOf(QUALITY_CHECK));
    if (reason !== undefined) return toast(reason, { tone: 'error' });
    if (!(await this.open.save())) return toast(messages.webOwnWork.yourWorkMustBeSaved, { tone: 'error' });
    // The last copy takes the item out of the person's sight.
    const leaving = this.open.handOver();
    try {
      const { work } = await this.client.api.submitWork({ params: { project_id: projectId, item_id: itemId } });
      const all = work.submitted >= work.people;
      toast(
        all
          ? messages.webOwnWork.everyoneHasSubmitted
          : messages.webOwnWork.submittedSubmittedOfPeople(work.submitted, work.people),
        { tone: 'success' },
      );
      if (all) return void (await this.commands.run('editor.nextTask'));
    } catch (error) {
      leaving.stayed();
      if (isFault(error) && error.code === 'CONSTRAINT_FAILED') now?.editor?.showMissing?.();
      throw error;
    }
    leaving.stayed();
    await this.#changed(itemId);
  }

  async recall({ projectId, itemId }: ItemPlace): Promise<void> {
    await this.client.api.recallWork({ params: { project_id: projectId, item_id: itemId } });
    await this.#changed(itemId);
  }

  /** Gives the open item in when it is a copy that goes on. False otherwise: the item itself moves on then. */
  async submitOpen(): Promise<boolean> {
    const { now } = this.open;
    if (now === undefined) return false;
    const place = { projectId: now.opened.project.id, itemId: now.session.item.id };
    const state = await this.queries.fetchQuery({
      queryKey: ownWorkKey(place.itemId),
      queryFn: () => this.state(place),
    });
    if (state === null) return false;
    if (state.state === 'open') await this.submit(place);
    else toast(messages.webOwnWork.youHaveSubmittedThisItemAlready);
    return true;
  }

  /** The next item of which the person has a copy to go on with; undefined when there is none. */
  async next(projectId: number, openId: number): Promise<number | undefined> {
    if ((await this.client.people(projectId)) === null) return undefined;
    const { item_ids: ids } = await this.client.api.listOwnWork({ params: { project_id: projectId } });
    return ids.find(id => id > openId) ?? ids.find(id => id !== openId);
  }

  async #changed(itemId: number): Promise<void> {
    await this.queries.invalidateQueries({ queryKey: ownWorkKey(itemId) });
    await this.open.refresh();
  }
}
