import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import { framesOfMedia, fromSteps } from '#plugins/annotate/editor-video/common/index.ts';
import { VideoMedia } from '#plugins/annotate/editor-video/server/kit/index.ts';
import { ReadTexts } from '#plugins/annotate/editor-text/server/kit/index.ts';
import { Clouds } from '#plugins/annotate/point-clouds/server/kit/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { Pyramids } from '#plugins/annotate/tiles/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemText } from '#plugins/workspace/items/server/kit/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { ExportedItem } from './export-source.ts';
import type { ImportedDocument } from './imported-file.ts';

/** An item with its file, or the address of it. */
type StoredItem = Pick<ItemRow, 'id' | 'name' | 'blob_hash' | 'size' | 'url' | 'integration_id' | 'content_length'>;

/** The contents of items that formats of other tools refer to: texts, frames of videos, scans, and places of maps. */
export class ItemContents {
  constructor(
    @inject(ItemText) private readonly texts: ItemText,
    @inject(VideoMedia) @optional() private readonly media: VideoMedia | undefined,
    @inject(Pyramids) @optional() private readonly pyramids: Pyramids | undefined,
    @inject(Clouds) @optional() private readonly clouds: Clouds | undefined,
    @inject(ReadTexts) @optional() private readonly readTexts: ReadTexts | undefined,
  ) {}

  /**
   * Returns the values of a document that depend on its item; undefined when it needs nothing. The text of a file that is
   * no plain text is read as the `stored` item counts in it, or by the rules of today for an item whose document is replaced.
   */
  async of(
    context: RequestContext,
    {
      needsText,
      needsFrames,
      needsCloud,
      needsGeoreference,
    }: Pick<ImportedDocument, 'needsText' | 'needsFrames' | 'needsCloud' | 'needsGeoreference'>,
    item: StoredItem,
    stored?: Pick<ExportedItem, 'row' | 'document'>,
  ): Promise<ItemContent | undefined> {
    if (needsGeoreference === true) return { georeference: await this.#georeference(context, item) };
    if (needsCloud === true) return { cloud: await this.#cloud(context, item) };
    if (needsText === true) return this.#text(context, item, stored);
    return needsFrames === true ? { frames: await this.#frames(context, item) } : undefined;
  }

  async #text(
    context: RequestContext,
    item: StoredItem,
    stored: Pick<ExportedItem, 'row' | 'document'> | undefined,
  ): Promise<ItemContent> {
    const text = await this.texts.of(item);
    if (text !== undefined || this.readTexts === undefined || !context.enabled('editor-text')) return { text };
    if (stored !== undefined) return { text: await this.readTexts.of(stored.row, stored.document) };
    return (await this.readTexts.read(item)) ?? {};
  }

  /** The place of an image on the earth; undefined where its file gives none, or is not cut yet. */
  async #georeference(context: RequestContext, item: StoredItem): Promise<Georeference | undefined> {
    return context.enabled('tiles') ? (await this.pyramids?.imageOf(context, item))?.georeference : undefined;
  }

  /** The scans of a point cloud; undefined where they are not read yet. */
  async #cloud(context: RequestContext, item: StoredItem): Promise<CloudView | undefined> {
    return context.enabled('point-clouds') ? this.clouds?.viewOf(context, item) : undefined;
  }

  /** The frames of a video, or steps of a sound; undefined where its file is not stored here. */
  async #frames(context: RequestContext, item: StoredItem): Promise<FrameTable | undefined> {
    const media = context.enabled('editor-video') ? await this.media?.of(context, item) : undefined;
    return media === undefined ? undefined : framesOfMedia({ ...media, starts: fromSteps(media.steps) });
  }
}
