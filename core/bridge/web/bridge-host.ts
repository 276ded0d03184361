import type { Disposable } from '#core/base/common/index.ts';
import type { BridgeHandlers, BridgeTransport, EditorActions, HostActions, HostEvents } from '#sdk/bridge/index.ts';
import { BridgePeer } from '#sdk/bridge/index.ts';

/** The host's end of the bridge. */
export class BridgeHost extends BridgePeer<HostActions, EditorActions, HostEvents> implements Disposable {
  constructor(transport: BridgeTransport, handlers: BridgeHandlers<HostActions>) {
    super(transport, handlers);
  }

  dispose(): void {
    this.close();
  }
}
