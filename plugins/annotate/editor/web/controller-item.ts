import { inject } from 'inversify';
import { subscribe } from 'valtio';
import type { BridgeClient } from '#core/bridge/web/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import { EditorController } from './editor-controller.ts';
import { isOverlaid } from './editor-keys.ts';
import { FrameView } from './frame/frame-view.ts';
import { readMask } from './kit/read-mask.ts';
import type { OpenItem, OpenWork } from './kit/open-item.ts';

/** The controller as other plugins see it. */
export class ControllerItem implements OpenItem {
  #now: OpenWork | undefined;

  constructor(
    @inject(EditorController) private readonly controller: EditorController,
    @inject(FrameView) private readonly view: FrameView,
  ) {}

  get now(): OpenWork | undefined {
    const { controller, editor } = this.controller.state;
    if (controller.phase !== 'ready') return (this.#now = undefined);
    const { opened, document } = controller;
    const before = this.#now;
    if (
      before === undefined ||
      before.opened !== opened ||
      before.session !== document ||
      before.editor !== editor ||
      before.revision !== document.revision
    ) {
      this.#now = { opened, session: document, editor, revision: document.revision };
    }
    return this.#now;
  }

  get host(): BridgeClient {
    return this.controller.host.client;
  }

  get overlaid(): boolean {
    return isOverlaid();
  }

  onChange(listener: () => void): () => void {
    let stopDocument: () => void = () => undefined;
    const follow = (): void => {
      stopDocument();
      const { document } = this.controller;
      stopDocument = document === undefined ? () => undefined : subscribe(document.state, listener);
    };
    follow();
    const stop = subscribe(this.controller.state, () => {
      follow();
      listener();
    });
    return () => {
      stop();
      stopDocument();
    };
  }

  save(): Promise<boolean> {
    return this.controller.save();
  }

  readMask(url: string | undefined): Promise<LabelRaster> {
    const raster = this.controller.document?.scene.raster;
    return readMask(url, raster === undefined ? undefined : { width: raster.width, height: raster.height });
  }

  refresh(): Promise<void> {
    return this.controller.refresh();
  }

  async catchUp(): Promise<void> {
    await this.controller.document?.mergeElsewhere();
  }

  handOver(): { stayed(): void } {
    return this.controller.handOver();
  }

  showPanel(name: string): void {
    this.view.set({ tab: name, side: true });
  }

  hidePanel(name: string, hidden: boolean): void {
    this.view.hide(name, hidden);
  }

  showThread(id: string): void {
    this.view.showThread(id);
  }
}
