import { useCallback, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Editor } from '#plugins/annotate/editor/web/kit/index.ts';
import {
  clearedSurface,
  screenOf,
  strokeOutline,
  useOpenItem,
  useView,
} from '#plugins/annotate/editor/web/kit/index.ts';
import type { ItemVersion } from '#plugins/review/review/common/index.ts';
import { paintOutline } from '#plugins/review/review/common/index.ts';
import { CurationController } from '../curation-controller.ts';
import { lookOf } from '../people-look.ts';
import classes from '../agreement.module.css';
import { messages } from '../messages.ts';

/** Outlines of the instances of copies, once computed. */
const outlines = new WeakMap<Instance, Outline>();

function outlineOf(thing: Instance, version: ItemVersion | undefined, editor: Editor): Outline {
  const known =
    outlines.get(thing) ??
    (editor.outlineOf !== undefined
      ? editor.outlineOf(thing)
      : version?.mask !== undefined
        ? paintOutline(version.mask, thing)
        : emptyOutline);
  outlines.set(thing, known);
  return known;
}

/**
 * The outlines of what was not taken yet over the picture, in the colour and pattern of who made it; the selected piece
 * most of all.
 */
export default function CurationOutlines(): JSX.Element | undefined {
  const controller = useService(CurationController);
  const { pieces, at, curation } = useSnapshot(controller.state);
  const editor = useOpenItem()?.editor;
  const surface = useRef<HTMLCanvasElement>(null);

  const paint = useCallback(() => {
    const context = surface.current === null ? undefined : clearedSurface(surface.current);
    const toScreen = editor === undefined ? undefined : screenOf(editor);
    if (context === undefined || toScreen === undefined) return;
    const current = controller.shown[controller.state.at];
    for (const found of [
      ...controller.state.pieces.filter(each => each !== current && each.taken.kind === 'nothing'),
      ...(current === undefined ? [] : [current]),
    ]) {
      for (const [person, thing] of found.things.entries()) {
        if (thing !== undefined)
          strokeOutline(context, outlineOf(thing, controller.versions[person], editor!), toScreen, {
            ...lookOf(person),
            emphasized: found === current,
          });
      }
    }
  }, [editor, controller]);
  useView(paint);
  useEffect(paint, [paint, pieces, at]);
  useEffect(() => {
    if (surface.current === null) return undefined;
    const observer = new ResizeObserver(paint);
    observer.observe(surface.current);
    return () => observer.disconnect();
  }, [paint, curation]);

  if (curation === undefined || editor?.toElement === undefined || pieces.length === 0) return undefined;
  return (
    <canvas
      ref={surface}
      className={classes['overlay']}
      role="img"
      aria-label={messages.curationOutlines.whatEachPersonMade}
    />
  );
}
