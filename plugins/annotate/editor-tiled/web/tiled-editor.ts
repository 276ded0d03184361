import type { ComponentType } from 'react';
import { proxy, subscribe } from 'valtio';
import { toDisposable } from '#core/base/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { VectorEditorOptions } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { measureTool } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { VectorEditor, vectorOptions } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import { georeferenceOf } from '#plugins/annotate/tiles/common/index.ts';
import { readPlace } from '../common/view-address.ts';
import { GridWalk } from './grid-walk.ts';
import { ImageUnits } from './image-units.ts';
import { CellLoader } from './large/cell-loader.ts';
import { messages } from './messages.ts';
import { paintClusters } from './object-clusters.ts';
import type { PyramidSession } from './pyramid-session.ts';
import { SeenStore } from './seen-store.ts';
import type { TiledActions } from './tiled-keys.ts';
import { keyScope, tiledKeys } from './tiled-keys.ts';
import { viewInAddress } from './view-in-address.ts';

/**
 * The tiled editor on one item: the vector editor over a pyramid, with ways to find one's way on a very large image.
 */
export class TiledEditor extends VectorEditor implements TiledActions {
  readonly minimap = true;
  readonly state = proxy({ goingTo: false });
  readonly units: ImageUnits;
  readonly walk: GridWalk;
  readonly pyramid: PyramidSession;
  /** Loads the objects around the view of a document that is too large to be loaded whole. */
  readonly loader: CellLoader | undefined;
  readonly #session: EditorSession;

  constructor(
    session: EditorSession,
    element: HTMLElement,
    pyramid: PyramidSession,
    options: Pick<VectorEditorOptions, 'keys' | 'skeletons' | 'assistants'> & {
      /** Makes what is shown over the stage, around the choices of the vector tools. */
      readonly over: (editor: TiledEditor, choices: ComponentType) => ComponentType;
    },
  ) {
    const units = new ImageUnits(georeferenceOf(session.scene.document.metadata));
    // What the base class is given may run only when its constructor is done.
    const own: { editor?: TiledEditor } = {};
    const actions: TiledActions = {
      goTo: () => own.editor?.goTo(),
      zoomLevel: direction => own.editor?.zoomLevel(direction),
      nextCell: () => own.editor?.nextCell(),
      stepCell: (across, down) => own.editor?.stepCell(across, down),
      toggleSeen: () => own.editor?.toggleSeen(),
    };
    super(session, element, {
      ...options,
      scope: keyScope,
      moreKeys: tiledKeys(actions),
      moreTools: [measureTool(units)],
      source: pyramid.open,
      paint: painter => own.editor?.paintView(painter) === true,
      choices: (context, editor) => options.over(editor as TiledEditor, vectorOptions(context, editor)),
    });
    own.editor = this;
    this.#session = session;
    this.units = units;
    this.pyramid = pyramid;
    this.walk = new GridWalk(this.stage, new SeenStore(session.user.email), session.item.id, this.stage.camera.item);
    this.loader = session.objects === undefined ? undefined : new CellLoader(session.objects, this.stage);
    if (this.loader !== undefined) this.owned.add(this.loader.follow());
    this.owned.add(toDisposable(() => pyramid.dispose()));
    this.owned.add(viewInAddress(this.stage.camera));
    this.owned.add(this.walk.follow());
    const learn = (): void => {
      if (pyramid.state.pyramid !== undefined) this.units.learn(pyramid.state.pyramid);
    };
    this.owned.add(toDisposable(subscribe(pyramid.state, learn, true)));
    void this.opened.then(() => this.walk.setSize(this.stage.camera.item));
  }

  /** Selects an object and brings it into view, loaded or not. False when it is gone. */
  async showObject(id: string): Promise<boolean> {
    if ((await this.#session.objects?.find(id)) === false) return false;
    this.focusInstance(id);
    return true;
  }

  goTo(): void {
    this.state.goingTo = true;
  }

  closeGoTo(): void {
    this.state.goingTo = false;
    this.stage.surface.focus();
  }

  /**
   * Shows the place that a person wrote, in pixels or in the reference system. False when the text is none on the
   * image.
   */
  showPlace(text: string, onMap: boolean): boolean {
    const found = readPlace(text);
    const { camera } = this.stage;
    const place = found === undefined || !onMap ? found?.place : this.units.pixels(found.place);
    if (found === undefined || place === undefined) return false;
    const { zoom = camera.zoom } = found;
    if (place.x < 0 || place.y < 0 || place.x > camera.item.width || place.y > camera.item.height) return false;
    camera.restore({ centre: place, zoom });
    return true;
  }

  /** Zooms to the next whole level of the pyramid. */
  zoomLevel(direction: 1 | -1): void {
    const level = Math.log2(this.stage.camera.zoom);
    const next = direction === 1 ? Math.floor(level + 1e-6) + 1 : Math.ceil(level - 1e-6) - 1;
    this.stage.camera.zoomTo(2 ** next);
  }

  nextCell(): void {
    if (!this.walk.next()) this.#session.notify(messages.tiledEditor.youHaveSeenAll);
  }

  stepCell(across: number, down: number): void {
    this.walk.step(across, down);
  }

  toggleSeen(): void {
    this.walk.toggle();
  }

  /** Draws over the shapes; returns whether it drew anything. */
  paintView(painter: Parameters<NonNullable<VectorEditorOptions['paint']>>[0]): boolean {
    const shaded = this.walk.paint(painter);
    if (this.stage.style.hidden) return shaded;
    const crowded = this.loader?.paint(painter) === true;
    return paintClusters(painter, this.stage, this.#session.scene) || crowded || shaded;
  }
}
