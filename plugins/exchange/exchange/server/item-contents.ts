import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { framesOfMedia, fromSteps } from '#plugins/annotate/editor-video/common/index.ts';
import { VideoMedia } from '#plugins/annotate/editor-video/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemText } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { ImportedDocument } from './imported-file.ts';

/** An item with its file. */
type StoredItem = Pick<ItemRow, 'id' | 'name' | 'blob_hash' | 'content_length'>;

/** The contents of items that formats of other tools refer to: texts, and frames of videos. */
export class ItemContents {
  constructor(
    @inject(ItemText) private readonly texts: ItemText,
    @inject(VideoMedia) @optional() private readonly media: VideoMedia | undefined,
  ) {}

  /** What a document needs of its item; undefined when it needs nothing. */
  async of(
    context: RequestContext,
    { needsText, needsFrames }: Pick<ImportedDocument, 'needsText' | 'needsFrames'>,
    item: StoredItem,
  ): Promise<ItemContent | undefined> {
    if (needsText === true) return { text: await this.texts.of(item) };
    return needsFrames === true ? { frames: await this.#frames(context, item) } : undefined;
  }

  /** The frames of a video, or steps of a sound; undefined where its file is not stored here. */
  async #frames(context: RequestContext, item: StoredItem): Promise<FrameTable | undefined> {
    const media = context.enabled('editor-video') ? await this.media?.of(context, item) : undefined;
    return media === undefined ? undefined : framesOfMedia({ ...media, starts: fromSteps(media.steps) });
  }
}
