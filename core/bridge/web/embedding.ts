import { Fault } from '#core/base/common/index.ts';
import type { BridgeTransport, HostSession } from '#sdk/bridge/index.ts';
import { waitForHost } from '#sdk/bridge/index.ts';
import { BridgeClient } from './bridge-client.ts';
import { LayeredTransport } from './layered-transport.ts';

/** Milliseconds that a page around this one may take to answer. */
const HELLO_MS = 10_000;
/** Selector of the origins that may embed the server's pages (FRAME_ANCESTORS). */
const ORIGINS = 'meta[name="loupe-hosts"]';

/** The frame of another page around these pages, and the way to talk to it. */
export class Embedding {
  #transport: LayeredTransport | undefined;
  #client: BridgeClient | undefined;

  /** True when these pages are in a frame. */
  get inFrame(): boolean {
    return window.parent !== window;
  }

  /** The page around this one; undefined when there is none. */
  get client(): BridgeClient | undefined {
    return this.#client;
  }

  /** Meets the page around this one. Resolves at once when there is none. @throws Fault HOST_REFUSED, HOST_SILENT. */
  async begin(): Promise<void> {
    if (!this.inFrame) return;
    const listed =
      document
        .querySelector<HTMLMetaElement>(ORIGINS)
        ?.content.split(' ')
        .filter(each => each !== '') ?? [];
    const around = originAround();
    if (listed.length === 0 || (around !== undefined && !listed.includes(around))) {
      throw new Fault(
        'HOST_REFUSED',
        `${around ?? 'This site'} may not embed Loupe. Whoever runs this server can allow it: FRAME_ANCESTORS.`,
        { status: 403 },
      );
    }
    try {
      this.#transport = new LayeredTransport(
        await waitForHost(window, window.parent, around === undefined ? listed : [around], HELLO_MS),
      );
    } catch {
      throw new Fault('HOST_SILENT', 'The page around the editor did not answer.', { status: 502 });
    }
    this.#client = new BridgeClient(this.#transport);
  }

  /** The session that the page around this one hands over; undefined when it provides none. */
  async session(): Promise<HostSession | undefined> {
    try {
      return await this.#client?.ask('currentSession', {});
    } catch (error) {
      if (error instanceof Fault && error.code === 'UNKNOWN_ACTION') return undefined;
      throw error;
    }
  }

  /**
   * The editor's end of the bridge to whoever is around it: the other page, and in what that does not provide the app,
   * whose channel is `app`.
   */
  editorEnd(app: BridgeTransport): BridgeClient {
    if (this.#transport === undefined || this.#client === undefined) return new BridgeClient(app);
    this.#transport.stand(app);
    return this.#client;
  }
}

/** Origin of the page around this one, as far as the browser reports it. */
function originAround(): string | undefined {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest !== undefined && nearest !== 'null') return nearest;
  return document.referrer === '' ? undefined : new URL(document.referrer).origin;
}
