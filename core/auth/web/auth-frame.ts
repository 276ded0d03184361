import { Fault } from '#core/base/common/index.ts';
import type { FrameAction, FrameActions, FrameResponse } from '../common/index.ts';
import { FRAME_HELLO, FRAME_TIMEOUT } from '../common/index.ts';
import { messages } from './messages.ts';

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const ADDRESS = '/auth-frame';

/**
 * The page's end of the hidden auth frame. The page's file has one, which loads while the scripts do; where it is gone
 * or did not load, the next call loads another.
 */
export class AuthFrame {
  readonly #waiting = new Map<number, Waiting>();
  #port: Promise<MessagePort> | undefined;
  #next = 1;

  async call<A extends FrameAction>(action: A, args: FrameActions[A]['args']): Promise<FrameActions[A]['result']> {
    const port = await this.#load();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (data: unknown) => void, reject });
      port.postMessage({ id, action, args });
    });
  }

  #load(): Promise<MessagePort> {
    this.#port ??= this.#open().catch(error => {
      this.#port = undefined;
      throw error;
    });
    return this.#port;
  }

  #open(): Promise<MessagePort> {
    const frame = frameOfPage() ?? newFrame();
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        clearTimeout(timer);
        frame.remove();
        reject(new Fault('AUTH_FRAME', messages.authFrame.cantLoadAuthFrame, { status: 502 }));
      };
      const timer = setTimeout(fail, FRAME_TIMEOUT);
      frame.onerror = fail;
      const greet = (): void => {
        if (isFaultPage(frame)) return fail();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = event => {
          const response = event.data as FrameResponse;
          if (response.id === 0) {
            clearTimeout(timer);
            resolve(port1);
          } else this.#settle(response);
        };
        frame.contentWindow?.postMessage(FRAME_HELLO, location.origin, [port2]);
      };
      // What is there before its own document is an empty one.
      const { contentDocument: there } = frame;
      if (there?.readyState === 'complete' && there.URL !== 'about:blank') greet();
      else frame.onload = greet;
    });
  }

  #settle(response: FrameResponse): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (response.state === 'fulfilled') waiting?.resolve(response.data);
    else
      waiting?.reject(
        new Fault(
          response.error?.code ?? 'INTERNAL',
          response.error?.message ?? messages.authFrame.somethingWentWrong,
          { status: response.error?.status ?? 500, details: response.error?.details },
        ),
      );
  }
}

/** Returns whether the browser shows its own page about a failed load, which is not for us to look into. */
const isFaultPage = (frame: HTMLIFrameElement): boolean => frame.contentDocument === null;

/** The frame in the page's file, unless it is known not to have loaded. */
function frameOfPage(): HTMLIFrameElement | undefined {
  const frame = document.querySelector<HTMLIFrameElement>(`iframe[src="${ADDRESS}"]`) ?? undefined;
  if (frame === undefined || !isFaultPage(frame)) return frame;
  frame.remove();
  return undefined;
}

function newFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Sign-in';
  frame.src = ADDRESS;
  document.body.append(frame);
  return frame;
}
