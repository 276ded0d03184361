import { useSnapshot } from 'valtio';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { useService } from './plugin-scope.tsx';

/** The keys of the person; a component is drawn again when they change. */
export function useKeyMap(): KeyMap {
  const keys = useService(KeyMap);
  void useSnapshot(keys.state).version;
  return keys;
}
