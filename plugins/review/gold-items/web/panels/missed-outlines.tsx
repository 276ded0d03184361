import { useCallback, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import {
  clearedSurface,
  screenOf,
  strokeOutline,
  useOpenItem,
  useView,
} from '#plugins/annotate/editor/web/kit/index.ts';
import { GoldClient } from '../gold-client.ts';
import classes from '../gold.module.css';
import { messages } from '../messages.ts';

/** A colour that is seen on dark and light pictures, and distinguishable with impaired colour vision. */
const LOOK = { color: '#e0a800', dash: [9, 4], emphasized: false } as const;

/** The missed objects of a gold item over the annotator's work. */
export default function MissedOutlines(): JSX.Element | undefined {
  const { drawn } = useService(GoldClient);
  const { missed } = useSnapshot(drawn);
  const editor = useOpenItem()?.editor;
  const surface = useRef<HTMLCanvasElement>(null);
  const paint = useCallback(() => {
    const context = surface.current === null ? undefined : clearedSurface(surface.current);
    const toScreen = editor === undefined ? undefined : screenOf(editor);
    if (context === undefined || toScreen === undefined || editor?.outlineOf === undefined) return;
    for (const instance of drawn.missed) strokeOutline(context, editor.outlineOf(instance), toScreen, LOOK);
  }, [editor, drawn]);
  useView(paint);
  useEffect(() => {
    if (surface.current === null) return undefined;
    const observer = new ResizeObserver(paint);
    observer.observe(surface.current);
    return () => observer.disconnect();
  }, [paint, missed]);
  if (missed.length === 0 || editor?.toElement === undefined || editor.outlineOf === undefined) return undefined;
  return (
    <canvas
      ref={surface}
      className={classes['overlay']}
      role="img"
      aria-label={messages.goldOutlines.missed(missed.length)}
    />
  );
}
