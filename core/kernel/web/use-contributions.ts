import { useSnapshot } from 'valtio';
import { useService } from './plugin-scope.tsx';
import { WebPluginHost } from './web-plugin-host.ts';

/** The host of plugins; draws again when menus and panels may have changed, and not each time a plugin wakes. */
export function useContributions(): WebPluginHost {
  const host = useService(WebPluginHost);
  const state = useSnapshot(host.state);
  // A snapshot follows what is read of it.
  void state.enabled;
  void state.menuVersion;
  return host;
}
