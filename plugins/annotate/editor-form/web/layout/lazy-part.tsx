import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { useForm } from '../form-context.ts';

/** Pixels beyond the edges of the window within which parts are drawn and kept. */
const NEAR = 900;
const FAR = 4000;

interface LazyPartProps {
  /** Guessed height until it was drawn once, pixels. */
  readonly height: number;
  /** Returns whether a path is in here. */
  readonly covers: (path: ElementPath) => boolean;
  readonly children: ReactNode;
}

/** A part of the form that is drawn only near the window: a form may have thousands of fields. */
export function LazyPart({ height, covers, children }: LazyPartProps): JSX.Element {
  const form = useForm();
  const element = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [known, setKnown] = useState(height);

  useLayoutEffect(() => {
    const root = element.current?.closest('[data-form]') ?? null;
    if (element.current === null || root === null) return;
    const own = element.current;
    // What is in the window when the form opens is drawn at once, not a moment later.
    const { top, bottom } = own.getBoundingClientRect();
    const window = root.getBoundingClientRect();
    if (bottom >= window.top && top <= window.bottom + NEAR / 3) setDrawn(true);
    const near = new IntersectionObserver(
      entries => {
        if (entries.at(-1)?.isIntersecting === true) setDrawn(true);
      },
      { root, rootMargin: `${NEAR}px 0px` },
    );
    const far = new IntersectionObserver(
      entries => {
        const last = entries.at(-1);
        if (last === undefined || last.isIntersecting || own.contains(document.activeElement)) return;
        setKnown(before => last.boundingClientRect.height || before);
        setDrawn(false);
      },
      { root, rootMargin: `${FAR}px 0px` },
    );
    near.observe(own);
    far.observe(own);
    return () => {
      near.disconnect();
      far.disconnect();
    };
  }, []);

  useEffect(() => {
    if (drawn) return undefined;
    const wait = (path: ElementPath): boolean => {
      if (!covers(path)) return false;
      setDrawn(true);
      return true;
    };
    form.waiting.add(wait);
    return () => void form.waiting.delete(wait);
  }, [form, drawn, covers]);

  return (
    <div ref={element} style={drawn ? undefined : { height: known }}>
      {drawn ? children : undefined}
    </div>
  );
}
