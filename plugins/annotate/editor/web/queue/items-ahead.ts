import { inject } from 'inversify';
import { Connection, KeptAnswers } from '#core/api/web/index.ts';
import { EditorController } from '../editor-controller.ts';
import { PreparedItems } from './prepared-items.ts';

/** Largest picture that is decoded ahead, in pixels. */
const LARGEST_PICTURE = 40_000_000;

/** Loads items before they are opened: they open at once, and without a connection too. */
export class ItemsAhead {
  readonly #loading = new Map<number, Promise<void>>();

  constructor(
    @inject(EditorController) private readonly controller: EditorController,
    @inject(KeptAnswers) private readonly kept: KeptAnswers,
    @inject(Connection) private readonly connection: Connection,
    @inject(PreparedItems) private readonly prepared: PreparedItems,
  ) {}

  /** Keeps the files of the open item, whose annotations came with it. */
  async keepOpen(): Promise<void> {
    const { opened } = this.controller;
    if (opened !== undefined) await this.#keepFiles(opened);
  }

  /**
   * Loads the document, mask and picture or text of an item, unless they are there; nothing of files that are played or
   * may be of any size. Resolves when they are there, or cannot be had.
   */
  async load(projectId: number, itemId: number): Promise<void> {
    if (this.prepared.has(projectId, itemId) || !this.connection.state.online) return;
    const loading = this.#loading.get(itemId) ?? this.#load(projectId, itemId);
    this.#loading.set(itemId, loading);
    await loading;
  }

  async #load(projectId: number, itemId: number): Promise<void> {
    try {
      const opened = await this.controller.api.openItem({ params: { project_id: projectId, item_id: itemId } });
      this.prepared.keep(opened);
      await this.#keepFiles(opened);
    } catch {
      // Nobody waits for it; opening the item says what is wrong.
    } finally {
      this.#loading.delete(itemId);
    }
  }

  /** Decodes the picture of an item that was loaded, where the open editor shows files of the same kind. */
  decode(projectId: number, itemId: number): void {
    const asset = this.prepared.of(projectId, itemId)?.asset;
    if (asset === undefined || asset.url === null || asset.mime?.startsWith('image/') !== true) return;
    if ((asset.width ?? Infinity) * (asset.height ?? Infinity) <= LARGEST_PICTURE)
      this.controller.state.editor?.stage?.prepareImage(asset.url);
  }

  /** True for an item that can be opened now: with a connection any, else those that were loaded. */
  async canOpen(projectId: number, itemId: number): Promise<boolean> {
    if (this.connection.state.online) return true;
    return this.controller.api.openItem({ params: { project_id: projectId, item_id: itemId } }).then(
      () => true,
      () => false,
    );
  }

  async #keepFiles({ asset, mask }: NonNullable<EditorController['opened']>): Promise<void> {
    const playable = asset.mime !== null && !/^(image|text)\//.test(asset.mime);
    const files = [playable ? null : asset.url, mask?.url ?? null].filter(each => each !== null);
    await Promise.all(files.map(each => this.kept.keepFile(each)));
  }
}
