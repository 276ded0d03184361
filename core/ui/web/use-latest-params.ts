import { useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/**
 * Parameters of the address, and the way to change them, which replaces the address. A change is made of what they are
 * by then: one that follows another at once knows of it before it is drawn, which the router's own `useSearchParams`
 * does not.
 */
export function useLatestParams(): readonly [
  params: URLSearchParams,
  change: (next: (now: URLSearchParams) => URLSearchParams) => void,
] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const drawn = useRef(params);
  // Changes that are not drawn yet, oldest first: the router draws them late, and one may be drawn after the next was
  // made.
  const waiting = useRef<URLSearchParams[]>([]);
  useLayoutEffect(() => {
    drawn.current = params;
    const at = waiting.current.findLastIndex(each => each.toString() === params.toString());
    // What none of them asked for led elsewhere, and they with it.
    waiting.current = at === -1 ? [] : waiting.current.slice(at + 1);
  }, [location, params]);
  return [
    params,
    next => {
      const changed = next(waiting.current.at(-1) ?? drawn.current);
      waiting.current.push(changed);
      setParams(changed, { replace: true });
    },
  ];
}
