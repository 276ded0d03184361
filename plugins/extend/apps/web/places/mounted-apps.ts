import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { customAppsApi } from '../../common/api.ts';
import type { MountedApp } from '../../common/app.ts';
import type { ActionPlace } from '../../common/mounts.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';

/** An app and the items to run it on: items that were chosen in one of the places for that. */
export interface AppOnItems {
  readonly appId: number;
  readonly place: ActionPlace;
  readonly selection: Selection;
}

/** The published apps that the person may open in the team, and which of them runs on chosen items now. */
export class MountedApps {
  readonly state = proxy<{ apps: readonly MountedApp[]; loaded: boolean; onItems: AppOnItems | undefined }>({
    apps: ref([]),
    loaded: false,
    onItems: undefined,
  });
  readonly #api: Client<typeof customAppsApi>;
  #teamId: number | undefined;
  #asked = 0;

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(customAppsApi, transport);
  }

  /** Shows the apps of a team; undefined for none. */
  async enter(teamId: number | undefined): Promise<void> {
    if (teamId === this.#teamId) return;
    this.#teamId = teamId;
    this.state.apps = ref([]);
    this.state.loaded = false;
    this.state.onItems = undefined;
    await this.reload();
  }

  /** Asks again. The last answer counts; when it fails, what was known stays. */
  async reload(): Promise<void> {
    const teamId = this.#teamId;
    const asked = ++this.#asked;
    if (teamId === undefined) return;
    const answer = await this.#api.mountedApps({ params: { team_id: teamId } }).catch(() => undefined);
    if (asked !== this.#asked) return;
    if (answer !== undefined) this.state.apps = ref(answer.apps);
    this.state.loaded = true;
  }

  /** The script of a published version. @throws Fault */
  async script({ id, version }: Pick<MountedApp, 'id' | 'version'>, signal: AbortSignal): Promise<string> {
    return (await this.#api.appScript({ params: { team_id: this.#teamId ?? 0, app_id: id, version }, signal })).text();
  }

  /** Runs an app on chosen items; undefined ends it. */
  run(onItems: AppOnItems | undefined): void {
    this.state.onItems = onItems === undefined ? undefined : ref(onItems);
  }
}
