import type { Disposable } from '#core/base/common/index.ts';
import { Fault } from '#core/base/common/index.ts';
import type {
  BridgeFailure,
  BridgeHandlers,
  BridgeTransport,
  EditorActions,
  HostAction,
  HostActions,
  HostEvents,
} from '#sdk/bridge/index.ts';
import { BridgePeer } from '#sdk/bridge/index.ts';
import { hostAnswers } from '../common/index.ts';

const faultOf = ({ code, message, status }: BridgeFailure): Fault =>
  new Fault(code, message, status === undefined ? {} : { status });

/** The editor's end of the bridge. Failures are faults. */
export class BridgeClient extends BridgePeer<EditorActions, HostActions, HostEvents> implements Disposable {
  constructor(transport: BridgeTransport, handlers: BridgeHandlers<EditorActions> = {}) {
    super(transport, handlers, faultOf);
  }

  /** @throws Fault with the host's code; HOST_SILENT without an answer; HOST_ANSWER for one of another form. */
  async ask<A extends HostAction>(action: A, args: HostActions[A]['args']): Promise<HostActions[A]['data']> {
    const answer = hostAnswers[action].safeParse(await this.request(action, args as never));
    if (!answer.success)
      throw new Fault('HOST_ANSWER', `The page around the editor gave an answer of another form (${action}).`, {
        status: 502,
      });
    return answer.data;
  }

  dispose(): void {
    this.close();
  }
}
