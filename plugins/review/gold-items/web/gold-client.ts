import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { proxy, ref } from 'valtio';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { annotationDocumentApi, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems } from '#plugins/workspace/items/web/kit/index.ts';
import { goldItemsApi, MOST_MARKED } from '../common/api.ts';
import { messages } from './messages.ts';

/** Under this key what belongs to gold items of a project is kept; it is asked again when items change. */
export const goldKey = (projectId: number, ...of: readonly unknown[]): readonly unknown[] =>
  itemKeys.dependent('gold-items', projectId, ...of);

/** The calls of gold items. */
export class GoldClient {
  readonly api: Client<typeof goldItemsApi>;
  /** Objects of a gold item that are drawn over the open item, while its comparison is shown. */
  readonly drawn = proxy<{ missed: readonly Instance[] }>({ missed: [] });
  readonly #annotations: Client<typeof annotationDocumentApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(QueryClient) private readonly queries: QueryClient,
    @inject(SelectedItems) private readonly selected: SelectedItems,
  ) {
    this.api = client(goldItemsApi, transport);
    this.#annotations = client(annotationDocumentApi, transport);
  }

  /** Draws the objects of a gold item with these ids. */
  async draw(projectId: number, goldItemId: number, ids: ReadonlySet<string>): Promise<void> {
    const { document } = await this.#annotations.getAnnotation({
      params: { project_id: projectId, item_id: goldItemId },
    });
    this.drawn.missed = ref(readDocument(document).instances.filter(each => ids.has(each.id)));
  }

  /** Marks the selected items as gold, or removes the mark, and says what became of them. */
  async markSelected(projectId: number, selection: Selection, gold: boolean): Promise<void> {
    const ids = await this.selected.ids(projectId, selection, MOST_MARKED + 1);
    if (ids.length > MOST_MARKED) return toast(messages.goldClient.tooMany(MOST_MARKED), { tone: 'error' });
    if (ids.length > 0) await this.mark(projectId, ids, gold);
  }

  /** Marks items as gold, or removes the mark, and says what became of them. */
  async mark(projectId: number, ids: readonly number[], gold: boolean): Promise<void> {
    const call = { params: { project_id: projectId }, body: { item_ids: [...ids] } };
    try {
      if (gold) {
        const { marked, refused } = await this.api.markGoldItems(call);
        const reasons = [...new Set(refused.map(each => each.message))].join(' ');
        if (refused.length === 0) toast(messages.goldClient.marked(marked), { tone: 'success' });
        else
          toast(messages.goldClient.markedNotMarked(marked, refused.length, reasons), {
            tone: marked === 0 ? 'error' : 'info',
          });
      } else {
        const { removed } = await this.api.unmarkGoldItems(call);
        toast(messages.goldClient.removed(removed), { tone: 'success' });
      }
    } catch (error) {
      toastError(error);
    }
    await this.queries.invalidateQueries({ queryKey: goldKey(projectId) });
  }
}
