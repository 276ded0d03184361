import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import { proxy, ref } from 'valtio';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { CopyProgress } from '../../common/copy-api.ts';
import { ItemsClient } from '../items-client.ts';
import type { CopiedItem } from './copy-parts.ts';
import { copyOutcome, copyParts } from './copy-parts.ts';

/** Ids in the address of one call. */
const IDS = 500;
const ASK_MS = 500;

/** How items are brought to a folder. */
export interface CopyManner {
  readonly operation: 'copy' | 'move';
  readonly target: number;
  readonly annotations: boolean;
  readonly pins: boolean;
  readonly duplicates: 'skip_duplicates' | 'replace_all' | 'replace_annotation';
}

/** The copy or move that is under way: how far it is, and how it is stopped. */
interface CopyRun {
  readonly operation: CopyManner['operation'];
  readonly done: number;
  readonly total: number;
  readonly stopping: boolean;
}

/** Copies and moves the selected items to another folder of the project. */
export class ItemCopying {
  readonly state = proxy<{ asked: readonly number[] | undefined; run: CopyRun | undefined }>({ asked: undefined, run: undefined });

  constructor(
    @inject(ItemsClient) private readonly client: ItemsClient,
    @inject(QueryClient) private readonly queries: QueryClient,
  ) {}

  /** Opens or closes the dialog. */
  ask(ids: readonly number[] | undefined): void {
    this.state.asked = ids === undefined ? undefined : ref(ids as number[]);
  }

  stop(): void {
    if (this.state.run !== undefined) this.state.run = { ...this.state.run, stopping: true };
  }

  /** Names and folders of items by their ids. */
  async items(projectId: number, ids: readonly number[]): Promise<readonly CopiedItem[]> {
    const found: CopiedItem[] = [];
    for (let at = 0; at < ids.length; at += IDS) {
      const { data } = await this.client.items.listItems({ params: { project_id: projectId }, query: { where: [`id||$in||${ids.slice(at, at + IDS).join(',')}`], limit: IDS } });
      found.push(...data);
    }
    return found;
  }

  /** Which of the names are taken in the target. */
  async taken(projectId: number, items: readonly CopiedItem[], target: number): Promise<number> {
    let count = 0;
    for (const { names } of copyParts(items, target)) count += (await this.client.items.checkUpload({ params: { project_id: projectId }, body: { folder_id: target, names: [...names] } })).existing.length;
    return count;
  }

  /** Brings them over, one call after the other; says what became of them. */
  async run(projectId: number, items: readonly CopiedItem[], manner: CopyManner): Promise<void> {
    const parts = copyParts(items, manner.target);
    // What is moved stays the same item, with all it has.
    const whole = manner.operation === 'move';
    const total = parts.reduce((sum, each) => sum + each.names.length, 0);
    let [done, skipped] = [0, 0];
    this.state.run = { operation: manner.operation, done: 0, total, stopping: false };
    try {
      for (const { source, names } of parts) {
        if (this.state.run.stopping) break;
        const { poll_id: poll } = await this.client.copies.copyItems({
          query: { project_id: projectId },
          body: { source_folder_id: source, destination_folder_id: manner.target, image_names: [...names], operate_function: manner.operation, include_annotations: whole || manner.annotations, keep_pin_status: whole || manner.pins, duplicate_behaviour: manner.duplicates },
        });
        const result = await this.#follow(projectId, poll, now => { this.state.run = { ...this.state.run!, done: done + skipped + now }; });
        done += result.done;
        skipped += result.skipped;
        if (result.state === 'FAILED' && !this.state.run.stopping) throw new Error(result.message ?? 'The server could not finish.');
      }
    } catch (error) {
      toastError(error);
    } finally {
      this.state.run = undefined;
      void this.queries.invalidateQueries({ queryKey: ['items'] });
    }
    toast(copyOutcome(manner.operation, done, skipped, total), done > 0 ? { tone: 'success' } : {});
  }

  async #follow(projectId: number, poll: number, tell: (count: number) => void): Promise<CopyProgress> {
    const query = { project_id: projectId, poll_id: poll };
    for (let cancelled = false; ;) {
      const now = await this.client.copies.copyProgress({ query }) as CopyProgress;
      tell(now.done + now.skipped);
      if (now.progress === 'finished') return now;
      if (this.state.run?.stopping === true && !cancelled) {
        cancelled = true;
        await this.client.copies.cancelCopy({ query });
      }
      await new Promise(resolve => setTimeout(resolve, ASK_MS));
    }
  }
}
