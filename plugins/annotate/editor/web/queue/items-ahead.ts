import { inject } from 'inversify';
import { Connection, KeptAnswers } from '#core/api/web/index.ts';
import { EditorController } from '../editor-controller.ts';

/** Items that are remembered as loaded ahead. */
const REMEMBERED = 200;

/** Loads items before they are opened: they open at once, and without a connection too. */
export class ItemsAhead {
  readonly #loaded = new Set<number>();

  constructor(
    @inject(EditorController) private readonly controller: EditorController,
    @inject(KeptAnswers) private readonly kept: KeptAnswers,
    @inject(Connection) private readonly connection: Connection,
  ) {}

  /** Keeps the files of the open item, whose annotations came with it. */
  async keepOpen(): Promise<void> {
    const { opened } = this.controller;
    if (opened !== undefined) await this.#keepFiles(opened);
  }

  /** Loads the document, mask and picture or text of an item, once; nothing of files that are played or may be of any size. */
  async load(projectId: number, itemId: number): Promise<void> {
    if (this.#loaded.has(itemId) || !this.connection.state.online) return;
    this.#loaded.add(itemId);
    if (this.#loaded.size > REMEMBERED) this.#loaded.delete([...this.#loaded][0]!);
    try {
      await this.#keepFiles(await this.controller.api.openItem({ params: { project_id: projectId, item_id: itemId } }));
    } catch {
      // Nobody waits for it; opening the item says what is wrong.
      this.#loaded.delete(itemId);
    }
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
