import { useCallback, useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { useOpenItem, useView } from '#plugins/annotate/editor/web/kit/index.ts';
import { Flicker } from '../flicker.ts';
import { messages } from '../messages.ts';
import { paintDifferences } from '../paint-differences.ts';
import { VersionCompare } from '../version-compare.ts';
import classes from './review.module.css';

/** The differences of two versions over the picture. */
export default function DifferenceOverlay(): JSX.Element | undefined {
  const compare = useService(VersionCompare);
  const { compared, differences, current } = useSnapshot(compare.state);
  const { showing } = useSnapshot(useService(Flicker).state);
  const editor = useOpenItem()?.editor;
  const surface = useRef<HTMLCanvasElement>(null);

  const paint = useCallback(() => {
    if (surface.current !== null && editor !== undefined && compare.shapes !== undefined)
      paintDifferences(surface.current, editor, compare.shapes, compare.state.differences, compare.state.current);
  }, [editor, compare]);
  useView(paint);
  useEffect(paint, [paint, differences, current, showing]);
  useEffect(() => {
    if (surface.current === null) return undefined;
    const observer = new ResizeObserver(paint);
    observer.observe(surface.current);
    return () => observer.disconnect();
  }, [paint, compared, showing]);

  // What was there before is seen better without its own outline.
  if (compared === undefined || showing !== undefined || compare.shapes === undefined) return undefined;
  return (
    <canvas
      ref={surface}
      className={classes['overlay']}
      role="img"
      aria-label={messages.differenceOverlay.countDifferencesOnThePicture(differences.length)}
    />
  );
}
