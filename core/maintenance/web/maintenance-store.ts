import { proxy, ref } from 'valtio';
import type { Client, Transport } from '#core/api/web/index.ts';
import { client, KEPT_HEADER } from '#core/api/web/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { BrowserStore } from '#core/base/web/index.ts';
import type { MaintenanceNotice } from '../common/index.ts';
import { decodeNotice, MAINTENANCE_HEADER, maintenanceApi } from '../common/index.ts';

/** Key of the address from which a person was led to the page of maintenance. */
const RETURN_KEY = 'loupe_maintenance_return';
/** Path of the page of maintenance. */
export const MAINTENANCE_PATH = '/maintenance';

/** The address bar. */
export interface AddressBar {
  readonly path: () => string;
  /** Changes what the bar shows; the application below stays where it is. */
  readonly show: (path: string) => void;
}

/**
 * State of maintenance in this tab. Each answer of the main service says whether there is any. A call that is refused
 * because of it shuts the application: its page covers everything, and what is below stays as it is, with all that is
 * not saved, until a call is answered again.
 */
export class MaintenanceStore {
  readonly state = proxy<{ notice: MaintenanceNotice | undefined; shut: boolean }>({ notice: undefined, shut: false });
  readonly #api: Client<typeof maintenanceApi>;
  /** Called when the application opens again. */
  readonly #reopened = new Set<() => void>();

  constructor(
    transport: Transport,
    private readonly kept: BrowserStore,
    private readonly bar: AddressBar,
  ) {
    this.#api = client(maintenanceApi, transport);
    transport.hooks.received.tap('core', (response, call) => {
      // Answers that the browser kept say nothing of now.
      if (call.service === 'main' && !response.headers.has(KEPT_HEADER))
        this.#learn(response.headers.get(MAINTENANCE_HEADER));
    });
    transport.hooks.failed.tap('core', fault => {
      if (fault.code === 'MAINTENANCE') this.#shut();
      return undefined;
    });
  }

  /** Asks the server for the present state. @throws Fault NETWORK. */
  async check(): Promise<void> {
    const { refused } = await this.#api.getMaintenance();
    if (refused) this.#shut();
  }

  /** Calls back when the application opens again. */
  onReopened(listener: () => void): Disposable {
    this.#reopened.add(listener);
    return toDisposable(() => void this.#reopened.delete(listener));
  }

  /** Returns the address that was remembered, and forgets it. */
  takeReturn(): string | undefined {
    const path = this.kept.get(RETURN_KEY);
    this.kept.remove(RETURN_KEY);
    return path;
  }

  #learn(header: string | null): void {
    const notice = header === null ? undefined : decodeNotice(header);
    this.state.notice = notice === undefined ? undefined : ref(notice);
    if (this.state.shut && (notice?.active !== true || notice.readOnly)) this.#open();
  }

  #shut(): void {
    if (this.state.shut || this.state.notice?.readOnly === true) return;
    this.state.shut = true;
    const path = this.bar.path();
    if (path.startsWith(MAINTENANCE_PATH)) return;
    if (this.kept.get(RETURN_KEY) === undefined) this.kept.set(RETURN_KEY, path);
    this.bar.show(MAINTENANCE_PATH);
  }

  #open(): void {
    this.state.shut = false;
    const path = this.takeReturn();
    if (path !== undefined) this.bar.show(path);
    for (const each of this.#reopened) each();
  }
}
