import { inject } from 'inversify';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { statusIconById } from '../common/status-icons.ts';
import { statusShortcutById } from '../common/status-shortcuts.ts';
import type { StatusChange, StatusDraft, TeamStatus } from '../common/vocabulary-api.ts';
import { statusView, Vocabulary } from './vocabulary.ts';
import { assertQuota, changeVocabulary, demandName, demandUnused, renameInWorkflows } from './vocabulary-changes.ts';

/** Changes the statuses that a team made for its workflows. */
export class TeamStatuses {
  constructor(@inject(Vocabulary) private readonly vocabulary: Vocabulary) {}

  /** Makes a status with the next free code from 101. Throws INVALID_FIELD, NAME_EXISTS, or PLAN_LIMIT beyond 200. */
  async create(context: RequestContext, draft: StatusDraft): Promise<TeamStatus> {
    demandLook(draft);
    return changeVocabulary(context, async trx => {
      const known = await this.vocabulary.statuses(context);
      demandName(
        draft.name,
        known.map(each => each.name),
      );
      assertQuota(known, 'statuses');
      return statusView(
        await trx
          .insertInto('workflow.status')
          .values({
            team_id: context.team.id,
            name: draft.name,
            value: Math.max(100, ...known.map(each => each.value)) + 1,
            description: draft.description ?? null,
            icon_id: draft.icon_id ?? null,
            shortcut_id: draft.shortcut_id ?? null,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Changes a status of the team, also in use; workflows that name it follow a new name. Throws as `create` does. */
  async update(context: RequestContext, id: number, change: StatusChange): Promise<TeamStatus> {
    demandLook(change);
    return changeVocabulary(context, async trx => {
      const known = await this.vocabulary.statuses(context);
      const before = known.find(each => each.id === id && each.type === 'user');
      if (before === undefined) throw notFound('The status');
      if (change.name !== undefined && change.name !== before.name) {
        demandName(
          change.name,
          known.filter(each => each.id !== id).map(each => each.name),
        );
        await renameInWorkflows(trx, context, 'statuses', before.name, change.name);
      }
      const { name, description, icon_id, shortcut_id } = change;
      const given = Object.fromEntries(
        Object.entries({ name, description, icon_id, shortcut_id }).filter(([, value]) => value !== undefined),
      );
      return statusView(
        await trx
          .updateTable('workflow.status')
          .set({ ...given, updated_at: new Date() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    });
  }

  /** Throws NOT_FOUND for a system status or one of another team, CONFLICT naming the workflows that have it. */
  async remove(context: RequestContext, id: number): Promise<void> {
    await changeVocabulary(context, async trx => {
      const status = (await this.vocabulary.statuses(context)).find(each => each.id === id && each.type === 'user');
      if (status === undefined) throw notFound('The status');
      await demandUnused(context, 'statuses', status.name);
      await trx.deleteFrom('workflow.status').where('id', '=', id).execute();
    });
  }
}

function demandLook({ icon_id: icon, shortcut_id: shortcut }: Pick<StatusChange, 'icon_id' | 'shortcut_id'>): void {
  if (typeof icon === 'number' && statusIconById(icon) === undefined)
    throw invalidField('icon_id', 'is no icon: ask for the list of icons');
  if (typeof shortcut === 'number' && statusShortcutById(shortcut) === undefined)
    throw invalidField('shortcut_id', 'is no shortcut: ask for the list of shortcuts');
}
