import { subscribe } from 'valtio';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import { vertexCount } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { stamped } from '../../common/selection-edits.ts';
import { canInsertVertex, vertexPaths } from '../../common/shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from '../../common/shapes.ts';
import { isVectorInstance } from '../../common/shapes.ts';
import { simplifyShape } from '../../common/simplify-shape.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { mostSimplified } from '../vector-settings.ts';

/** Item pixels that an arrow key changes the tolerance by; with Shift tenfold. */
const step = 0.1;

/** Vertices shown of the preview at most. */
const mostShown = 3_000;

/**
 * Previews the selected polygons and lines with fewer vertices, as the slider over the stage says; Enter keeps that as
 * one edit, Esc leaves them as they are. A click selects other shapes.
 */
export function simplifyTool(context: VectorContext): () => ToolState {
  return () => {
    const { session, settings, sharedEdges, controller, stage } = context;
    const { scene } = session;
    let stop: readonly (() => void)[] = [];
    const chosen = (): readonly (PolygonInstance | PolylineInstance)[] =>
      scene.selected.filter(isPath).filter(instance => instance.locked !== true);
    const keep = (): void => {
      const patches = [...scene.drafts.values()].flatMap(after => {
        const before = scene.get(after.id);
        return before === undefined ? [] : [replaceInstance(before, stamped(after, context.author))];
      });
      scene.clearDrafts();
      session.edit(
        patches.length > 1 ? messages.simplifyTool.simplifyCountShapes(patches.length) : messages.simplifyTool.simplify,
        patches,
      );
      controller.leave();
    };
    const preview = (): void => {
      const before = chosen();
      const after = before.map(shape =>
        simplifyShape(
          shape,
          settings.state.simplifyBy,
          shape.type === 'polygon' ? sharedEdges.marked(shape) : undefined,
        ),
      );
      scene.setDrafts(after.filter((shape, index) => shape !== before[index]));
      controller.showSimplified({ before: verticesOf(before), after: verticesOf(after) }, keep);
    };
    const change = (by: number): 'stay' => {
      settings.set({
        simplifyBy: Math.min(mostSimplified, Math.max(step, Math.round((settings.state.simplifyBy + by) * 10) / 10)),
      });
      return 'stay';
    };
    return {
      name: 'simplify',
      enter() {
        preview();
        stop = [
          subscribe(settings.state, preview),
          scene.onChange(({ selection, changed, removed }) => {
            if (selection.size + changed.size + removed.size > 0) preview();
          }),
        ];
      },
      exit() {
        for (const each of stop) each();
        scene.clearDrafts();
        controller.showSimplified(undefined);
      },
      down(pointer) {
        if (pointer.button !== 0) return undefined;
        const id = stage.shapeAt(pointer.place);
        if (id === undefined) return 'stay';
        if (pointer.ctrl) scene.toggleSelection([id]);
        else scene.select([id]);
        return 'stay';
      },
      key({ key, shift, ctrl, alt }) {
        if (ctrl || alt) return undefined;
        if (key === 'enter') {
          keep();
          return 'stay';
        }
        if (key === 'arrowright' || key === 'arrowup') return change(shift ? step * 10 : step);
        return key === 'arrowleft' || key === 'arrowdown' ? change(shift ? -step * 10 : -step) : undefined;
      },
      paint(painter) {
        let left = mostShown;
        for (const draft of scene.drafts.values()) left = paintVertices(draft, left, context.colorOf(draft));
        return left < mostShown;

        function paintVertices(instance: Instance, most: number, color: string): number {
          if (!isPath(instance) || verticesOf([instance]) > most) return most;
          for (const path of vertexPaths(instance))
            for (let at = 0; at < path.length; at += 2)
              painter.handle({ x: path[at]!, y: path[at + 1]! }, color, 'round');
          return most - verticesOf([instance]);
        }
      },
    };
  };
}

function isPath(instance: Instance): instance is PolygonInstance | PolylineInstance {
  return isVectorInstance(instance) && canInsertVertex(instance);
}

function verticesOf(shapes: readonly (PolygonInstance | PolylineInstance)[]): number {
  return shapes.reduce((sum, shape) => sum + vertexPaths(shape).reduce((all, path) => all + vertexCount(path), 0), 0);
}
