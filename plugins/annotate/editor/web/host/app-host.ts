import { inject } from 'inversify';
import { throttle } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { callsThatReloadRights, RELOAD_RIGHTS_MS } from '#core/bridge/common/index.ts';
import type { BridgeClient } from '#core/bridge/web/index.ts';
import { BridgeHost, Embedding, inAppTransports } from '#core/bridge/web/index.ts';
import type { HostUser } from '#sdk/bridge/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { systemItemStatuses } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';

/**
 * The app as the host of its own editor: the same protocol that a foreign page speaks, inside one page. In a foreign
 * page it answers what that page leaves out.
 */
export class AppHost {
  /** The editor's end. */
  readonly client: BridgeClient;
  readonly #host: BridgeHost;
  readonly #projects: Client<typeof projectsApi>;
  readonly #contributors: Client<typeof contributorsApi>;
  #projectId = 0;
  #itemStatus = 0;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(TeamStore) private readonly teams: TeamStore,
    @inject(SessionStore) private readonly session: SessionStore,
    @inject(ItemsWebHooks) private readonly items: ItemsWebHooks,
    @inject(Embedding) embedding: Embedding,
  ) {
    this.#projects = client(projectsApi, transport);
    this.#contributors = client(contributorsApi, transport);
    const [editor, host] = inAppTransports();
    this.client = embedding.editorEnd(editor);
    this.#host = new BridgeHost(host, {
      workflowStatuses: async ({ project_id: projectId }) =>
        (await this.items.statuses.promise({ projectId }, systemItemStatuses)).map(({ value, name }) => ({
          id: value,
          name,
          value,
        })),
      workflowTransitions: async ({ project_id: projectId }) => {
        const any = this.teams.can('ApplyItemStatus')
          ? await this.items.statuses.promise({ projectId }, systemItemStatuses)
          : [];
        const targets = await this.items.targets.promise(
          { projectId },
          any.filter(each => each.value !== this.#itemStatus),
          [this.#itemStatus],
        );
        return targets.map(({ value }) => ({ from_status_id: this.#itemStatus, to_status_id: value }));
      },
      reloadCurrentProject: async ({ project_id: projectId }) => ({
        users: await this.#users(projectId),
        accesses: (await this.#rights(projectId)).project,
      }),
      currentUser: () => ({ email: this.session.state.email ?? '', name: this.session.state.email ?? '' }),
      folderAccesses: async ({ project_id: projectId }) => (await this.#rights(projectId)).folder,
      getTeamUsers: async ({ emails }) => {
        const known = new Map((await this.#users(this.#projectId)).map(user => [user.email, user]));
        return emails.map(email => ({ user: known.get(email) ?? { email, name: email } }));
      },
    });
    const reload = throttle(() => void this.#sendRights(), RELOAD_RIGHTS_MS);
    this.#host.on('api_error', ({ action, status }) => {
      if (status === 403 && callsThatReloadRights.has(action)) reload();
    });
    this.#host.on('request_accesses', () => void this.#sendRights());
  }

  /** Sets the project and the status that the host's answers are about. */
  about(projectId: number, itemStatus: number): void {
    this.#projectId = projectId;
    this.#itemStatus = itemStatus;
  }

  /** Reports a revision of an item that the server has stored, be the item open or not. */
  reportSaved({ project, item }: OpenedItem, revision: number): void {
    this.client.emit('item_saved', { project_id: project.id, item_id: item.id, name: item.name, revision });
  }

  async #sendRights(): Promise<void> {
    const { project, folder } = await this.#rights(this.#projectId).catch(() => ({
      project: undefined,
      folder: undefined,
    }));
    if (project === undefined || folder === undefined) return;
    this.#host.emit('p_accesses', project);
    this.#host.emit('f_accesses', folder);
  }

  async #rights(
    projectId: number,
  ): Promise<{
    readonly project: { readonly actions: string[]; readonly action_groups: string[] };
    readonly folder: { readonly actions: string[]; readonly action_groups: string[] };
  }> {
    return (await this.#projects.getProject({ params: { project_id: projectId } })).accesses;
  }

  async #users(projectId: number): Promise<readonly HostUser[]> {
    if (!this.teams.can('ListItemAssignment')) return [];
    const { data } = await this.#contributors.listContributors({ params: { project_id: projectId }, query: {} });
    return data.map(each => ({
      email: each.email,
      name: `${each.first_name} ${each.last_name}`.trim() || each.email,
      role: each.role_name,
    }));
  }
}
