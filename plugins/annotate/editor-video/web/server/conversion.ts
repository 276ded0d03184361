import { proxy } from 'valtio';
import type { ConversionView } from '../../common/api.ts';
import type { VideoServer } from './video-server.ts';

/** The conversion of a video that this browser cannot decode. */
export class Conversion {
  readonly state = proxy<{ view: ConversionView | undefined; problem: string | undefined }>({
    view: undefined,
    problem: undefined,
  });
  readonly #server: VideoServer;
  readonly #ready: (url: string) => void;

  /** `ready` is called with the address of the converted video. */
  constructor(server: VideoServer, ready: (url: string) => void) {
    this.#server = server;
    this.#ready = ready;
  }

  /** Asks how far it is. */
  refresh(): Promise<void> {
    return this.#take(() => this.#server.conversion());
  }

  /** Begins it. */
  begin(): Promise<void> {
    return this.#take(() => this.#server.convert());
  }

  async #take(ask: () => Promise<ConversionView>): Promise<void> {
    try {
      const view = await ask();
      Object.assign(this.state, { view, problem: undefined });
      if (view.url !== null) this.#ready(view.url);
    } catch (error) {
      this.state.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
