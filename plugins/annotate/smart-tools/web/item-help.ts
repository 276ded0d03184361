import { inject } from 'inversify';
import type { AssistantTool, EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { MlClient } from './ml-client.ts';
import { ItemSegmentation } from './segmenting/item-segmentation.ts';
import { magicTool } from './tools/magic-tool.ts';
import { scissorsTool } from './tools/scissors-tool.ts';
import { textTool } from './tools/text-tool.ts';
import { wandTool } from './tools/wand-tool.ts';
import { VisionWorker } from './vision/vision-worker.ts';

/** Help for the item that is open, and a head start for those that follow. */
export class ItemHelp {
  readonly #client: MlClient;
  readonly #vision = new VisionWorker();
  #segmentation: ItemSegmentation | undefined;
  /** Preparations that nobody waits for yet, by item. */
  #ahead = new Map<number, string>();

  constructor(@inject(MlClient) client: MlClient) {
    this.#client = client;
  }

  /**
   * The tools for an item that is opened; help for the one before ends. `inParts` leaves those out that need the entire
   * picture.
   */
  toolsFor(session: EditorSession, inParts: boolean): readonly AssistantTool[] {
    this.#segmentation?.dispose();
    const segmentation = new ItemSegmentation(this.#client, this.#vision, session.item.id);
    this.#segmentation = segmentation;
    if (inParts) segmentation.inParts();
    else if (!session.readOnly) void segmentation.start();
    return [
      magicTool(segmentation),
      scissorsTool(this.#vision),
      wandTool(this.#vision),
      ...(inParts ? [] : [textTool(this.#client, session.item.id)]),
    ];
  }

  /** Has the pictures of the next items prepared when nobody waits; those that are no longer next are given up. */
  async prepareAhead(itemIds: readonly number[]): Promise<void> {
    const before = this.#ahead;
    this.#ahead = new Map([...before].filter(([itemId]) => itemIds.includes(itemId)));
    for (const [itemId, id] of before)
      if (!itemIds.includes(itemId))
        this.#client.api.cancelPreparation({ params: { preparation_id: id } }).catch(() => undefined);
    try {
      if ((await this.#client.capability('segment'))?.state !== 'ready') return;
      for (const itemId of itemIds) {
        if (this.#ahead.has(itemId)) continue;
        const { id } = await this.#client.api.prepareItem({ params: { item_id: itemId }, body: { priority: 'ahead' } });
        this.#ahead.set(itemId, id);
      }
    } catch {
      // A head start that is missed costs a moment later, no more.
    }
  }

  dispose(): void {
    this.#segmentation?.dispose();
    this.#vision.dispose();
  }
}
