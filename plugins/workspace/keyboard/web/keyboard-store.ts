import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, isFault, toDisposable } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { KeyMap } from '#core/shortcuts/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { OwnKeys } from '../common/api.ts';
import { keyboardApi } from '../common/api.ts';
import { keyboardEvents } from '../common/events.ts';
import { presets } from '../common/presets.ts';
import { messages } from './messages.ts';

/** The person's keys: kept on the server, and in force in every open tab a moment after a change. */
export class KeyboardStore implements Disposable {
  readonly state = proxy<{ own: OwnKeys; revision: number; loaded: boolean; fault: unknown }>({
    own: ref({ preset: 'loupe', keys: {} }),
    revision: 0,
    loaded: false,
    fault: undefined,
  });
  readonly #api: Client<typeof keyboardApi>;
  readonly #owned = new Disposables();
  /** Saves go one after the other, each on the revision of the one before. */
  #saving: Promise<void> = Promise.resolve();

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EventStream) events: EventStream,
    @inject(SessionStore) session: SessionStore,
    @inject(KeyMap) private readonly keys: KeyMap,
  ) {
    this.#api = client(keyboardApi, transport);
    this.#owned.add(
      events.on(keyboardEvents.changed, ({ revision }, { by }) => {
        if (by === session.state.email && revision > this.state.revision) void this.load();
      }),
    );
    this.#owned.add(
      events.onMessage(message => {
        if (message.type === 'reload') void this.load();
      }),
    );
    // Who comes next in this tab begins with the keys of the product.
    this.#owned.add(toDisposable(() => keys.choose({}, {})));
  }

  async load(): Promise<void> {
    try {
      const { revision, ...own } = await this.#api.getKeys();
      this.#take(own, revision);
      this.state.fault = undefined;
    } catch (error) {
      this.state.fault = error;
    }
    this.state.loaded = true;
  }

  /** Puts keys in force at once and keeps them; they are taken back when the server does not take them. */
  change(own: OwnKeys): void {
    const before = this.state.own;
    this.#take(own, this.state.revision);
    this.#saving = this.#saving.then(async () => {
      try {
        const { revision } = await this.#api.saveKeys({
          body: {
            base: this.state.revision,
            preset: own.preset,
            keys: Object.fromEntries(Object.entries(own.keys).map(([id, chords]) => [id, [...chords]])),
          },
        });
        this.state.revision = Math.max(revision, this.state.revision);
      } catch (error) {
        if (isFault(error) && error.status === 409) {
          await this.load();
          toast(messages.keyboardStore.yourKeysWereChanged);
        } else {
          this.#take(before, this.state.revision);
          toastError(error);
        }
      }
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #take(own: OwnKeys, revision: number): void {
    this.state.own = ref(own);
    this.state.revision = revision;
    this.keys.choose(presets[own.preset].keys, own.keys);
  }
}
