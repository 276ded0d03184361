import { useEffect, useRef } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import type { BoundKey } from '#core/shortcuts/web/index.ts';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import { KeyTaker } from './key-taker.ts';

/** Handles the keys of a screen before all others while it is there. */
export function useSeatedKeys<K extends BoundKey>(scope: string, keys: readonly K[], act: (key: K) => void): void {
  const map = useService(KeyMap);
  const taker = useService(KeyTaker);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const bindings = new KeyBindings(map, scope, keys);
    const stop = taker.seat(event => {
      const found = bindings.find(event, () => true);
      if (found !== undefined) latest.current(found);
      return found !== undefined;
    });
    return () => {
      stop();
      bindings.dispose();
    };
  }, [map, taker, scope, keys]);
}
