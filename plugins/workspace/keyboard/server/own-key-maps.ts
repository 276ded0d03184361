import { injectable } from 'inversify';
import type { ColumnType, Kysely } from 'kysely';
import { conflict } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { OwnKeys } from '../common/api.ts';
import { keyboardEvents } from '../common/events.ts';
import type { PresetName } from '../common/presets.ts';

interface KeyboardTables {
  'keyboard.own_keys': {
    team_id: number;
    email: string;
    revision: number;
    preset: PresetName;
    keys: ColumnType<Record<string, string[]>, string, string>;
    updated_at: ColumnType<Date, Date | undefined, Date>;
  };
}
type Trx = Kysely<KeyboardTables>;

/** The keys people have chosen, per team. Everybody reads and writes the own ones only. */
@injectable()
export class OwnKeyMaps {
  async get(
    context: RequestContext,
  ): Promise<{ revision: number; preset: PresetName; keys: Record<string, string[]> }> {
    const row = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('keyboard.own_keys')
        .select(['revision', 'preset', 'keys'])
        .where('email', '=', context.user.email)
        .executeTakeFirst(),
    );
    return row ?? { revision: 0, preset: 'loupe', keys: {} };
  }

  /** The new revision. Throws CONFLICT with the newest one when `base` is another. */
  async save(context: RequestContext, base: number, { preset, keys }: OwnKeys): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const written = { preset, keys: JSON.stringify(keys), updated_at: new Date() };
      const row =
        base === 0
          ? await trx
              .insertInto('keyboard.own_keys')
              .values({ team_id: context.team.id, email: context.user.email, revision: 1, ...written })
              .onConflict(clash => clash.columns(['team_id', 'email']).doNothing())
              .returning('revision')
              .executeTakeFirst()
          : await trx
              .updateTable('keyboard.own_keys')
              .set({ ...written, revision: base + 1 })
              .where('email', '=', context.user.email)
              .where('revision', '=', base)
              .returning('revision')
              .executeTakeFirst();
      if (row === undefined) throw conflict({ revision: (await this.get(context)).revision });
      await context.publish(keyboardEvents.changed, { revision: row.revision });
      return row.revision;
    });
  }
}
