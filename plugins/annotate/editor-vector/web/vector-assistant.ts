import { insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantContext, EditorSession, SuggestedRegion } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { nextGroupId } from '../common/groups.ts';
import { newInstance } from '../common/new-instance.ts';
import { regionPolygons } from '../common/region-polygons.ts';
import { messages } from './messages.ts';
import type { ToolStage } from './tool-stage.ts';
import type { VectorContext } from './vector-context.ts';

/** Services of the vector editor for tools of intelligent help: an accepted region becomes polygons. */
export class VectorAssistant implements AssistantContext {
  readonly #context: VectorContext;
  readonly #picture: Pick<Stage, 'pixels'>;

  constructor(context: VectorContext, picture: Pick<Stage, 'pixels'>) {
    this.#context = context;
    this.#picture = picture;
  }

  get session(): EditorSession {
    return this.#context.session;
  }

  get stage(): ToolStage {
    return this.#context.stage;
  }

  get activeColor(): string {
    return this.#context.activeColor;
  }

  pixels(area: Rectangle, longestSide: number): Promise<ImageData> {
    return this.#picture.pixels(area, longestSide);
  }

  /**
   * Makes a region polygons with holes of the active class; several parts become one group. One undo entry, and all of
   * it is selected.
   */
  accept(region: SuggestedRegion): void {
    const { session, activeClass, author } = this.#context;
    const polygons = regionPolygons(region.parts);
    if (polygons.length === 0) {
      session.notify(messages.vectorAssistant.regionIsTooSmall);
      return;
    }
    const groupId = polygons.length > 1 ? nextGroupId(session.scene.instances) : 0;
    const instances = polygons.map(({ points, exclude }) => ({
      ...newInstance({ type: 'polygon', points, exclude }, activeClass, author),
      groupId,
    }));
    session.edit(
      messages.vectorAssistant.acceptTheSuggestion,
      instances.map(instance => insertInstance(instance)),
    );
    session.scene.select(instances.map(instance => instance.id));
  }
}
