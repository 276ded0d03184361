import { Fault } from '#core/base/common/index.ts';
import type { BridgeTransport } from '#sdk/bridge/index.ts';
import { GUEST_FILE, GUEST_HELLO } from '../common/messages.ts';
import type { GuestWord } from './guest-channel.ts';
import { GuestChannel } from './guest-channel.ts';
import { messages as texts } from './messages.ts';
import { FaultPlaces } from './sandbox-fault.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** Options, and the callback for its end. */
export interface RunningSandboxOptions extends SandboxOptions {
  readonly onEnd: (sandbox: RunningSandbox) => void;
}

/** Longest time from opening to the code's begin, milliseconds. */
const START_MS = 10_000;
/** Messages that a frame may send past its port, to this window; a guest has no use for any. */
const MOST_STRAY = 50;

/** One frame and the guest in it. */
export class RunningSandbox implements Sandbox {
  readonly faceless: boolean;
  readonly ready: Promise<void>;
  readonly transport: BridgeTransport;
  readonly #options: RunningSandboxOptions;
  readonly #frame: HTMLIFrameElement;
  readonly #channel: GuestChannel;
  readonly #places: FaultPlaces;
  readonly #starting: ReturnType<typeof setTimeout>;
  #begun: { resolve(): void; reject(error: Fault): void } | undefined;
  #ended = false;
  #alive = false;
  #quiet = 0;
  #loads = 0;
  #stray = 0;

  constructor(options: RunningSandboxOptions) {
    this.#options = options;
    this.faceless = options.host === undefined;
    this.#places = new FaultPlaces(options.code);
    this.ready = new Promise((resolve, reject) => (this.#begun = { resolve, reject }));
    // Who only listens for faults need not wait for it.
    this.ready.catch(() => undefined);
    const { port1, port2 } = new MessageChannel();
    this.#channel = new GuestChannel(
      port1,
      word => this.#onWord(word),
      () => this.#excess(texts.runningSandbox.codeSentMessagesFaster),
    );
    this.transport = this.#channel.transport;
    this.#channel.send({ kind: 'run', code: `${options.code}\n//# sourceURL=${GUEST_FILE}` });
    this.#starting = setTimeout(() => this.#fail(texts.runningSandbox.sandboxDidNotStart), START_MS);
    this.#frame = this.#makeFrame(port2);
    window.addEventListener('message', this.#stranger);
    (options.host ?? document.body).append(this.#frame);
  }

  stop(): void {
    this.#end(new Fault('SANDBOX_ENDED', texts.runningSandbox.sandboxWasStoppedBefore));
  }

  /**
   * Notes that time has passed, and asks for a sign of life; answers for how many looks there was none. A guest that
   * has not begun is not asked.
   */
  look(ping: boolean): number {
    if (!this.#alive) return 0;
    if (ping) this.#channel.send({ kind: 'ping' });
    return ++this.#quiet;
  }

  /** Ends it because it was silent, or one that shares its process. */
  silent(): void {
    if (this.#ended) return;
    this.#end(new Fault('SANDBOX_ENDED', texts.runningSandbox.codeGaveNoSignOfLife));
    this.#options.onFault({ kind: 'silent' });
  }

  #makeFrame(port: MessagePort): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.allow = '';
    frame.title = this.#options.title;
    frame.src = this.faceless ? '/app-frame?faceless' : '/app-frame';
    if (this.faceless) {
      frame.hidden = true;
      frame.tabIndex = -1;
    } else frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
    frame.onload = () => {
      // The origin of the frame is its own alone, which no address names; the policy of this page allows nothing else
      // in it.
      if (this.#loads++ === 0) frame.contentWindow?.postMessage(GUEST_HELLO, '*', [port]);
      else this.#fail(texts.runningSandbox.codeLeftItsFrame);
    };
    return frame;
  }

  #onWord(word: GuestWord): void {
    this.#quiet = 0;
    switch (word.kind) {
      case 'begun':
        this.#alive = true;
        break;
      case 'ready':
        clearTimeout(this.#starting);
        this.#begun?.resolve();
        break;
      case 'failed':
        this.#end(new Fault('SANDBOX_FAILED', texts.runningSandbox.codeFailedAsItBegan));
        break;
      case 'error':
        this.#options.onFault(this.#places.faultOf(word));
        break;
      case 'excess':
        this.#excess(String(word.message).slice(0, 2000));
    }
  }

  /** A message past the port. Nobody listens to it; too many would keep the page busy all the same. */
  readonly #stranger = (event: MessageEvent): void => {
    if (event.source === this.#frame.contentWindow && ++this.#stray > MOST_STRAY)
      this.#excess(texts.runningSandbox.codeSentMessages);
  };

  #excess(message: string): void {
    this.#fail(message);
  }

  #fail(message: string): void {
    if (this.#ended) return;
    this.#end(new Fault('SANDBOX_ENDED', message));
    this.#options.onFault({ kind: 'error', message, ended: true });
  }

  #end(reason: Fault): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#starting);
    window.removeEventListener('message', this.#stranger);
    this.#channel.close();
    this.#frame.onload = null;
    this.#frame.remove();
    this.#begun?.reject(reason);
    this.#options.onEnd(this);
  }
}
