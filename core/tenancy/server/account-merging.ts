import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { People, PersonRow } from '#core/auth/server/index.ts';
import { lockPerson, markMerged } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { AccountHooks } from './account-hooks.ts';
import type { PersonReference } from './person-reference.ts';
import { isTaken, rowsOf } from './person-reference.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Rows of one kind that a merge concerns. */
export interface MergeCount {
  readonly title: string;
  readonly count: number;
}

/** Effects of merging two accounts. */
export interface MergePreview {
  readonly moved: MergeCount[];
  /** Both accounts have one; that of the merged account goes. */
  readonly dropped: MergeCount[];
  /** Both accounts have one; that of the merged account stays under its name. */
  readonly kept: MergeCount[];
  /** Both accounts have one, and the merge is refused until one of them is gone. */
  readonly refused: MergeCount[];
  /** Teams in which the person keeps another role than the merged account had. */
  readonly roles: { readonly team: string; readonly from: number; readonly into: number }[];
}

const own: readonly PersonReference[] = [
  { table: 'tenancy.organization', id: 'owner_id', title: 'owned organizations' },
  { table: 'tenancy.team', id: 'creator_id', title: 'owned teams' },
  { table: 'tenancy.invitation', id: 'replaces_owner', title: 'invitations of a next owner' },
  { table: 'tenancy.member', id: 'person_id', email: 'email', title: 'team memberships', key: ['team_id'] },
  { table: 'tenancy.member', email: 'email', only: { person_id: null }, title: 'open invitations', key: ['team_id'] },
];

/** Merging of two accounts of one person. It cannot be undone. */
export class AccountMerging {
  constructor(
    private readonly database: Database,
    private readonly people: People,
    private readonly hooks: AccountHooks,
    /** Called after the commit: memberships and owners changed. */
    private readonly changed: () => void,
  ) {}

  /** Counts what a merge would do. @throws Fault as `merge`, but for MERGE_REFUSED */
  async preview(fromId: number, intoId: number): Promise<MergePreview> {
    const references = await this.#references();
    return this.#run('preview the merge of two accounts', async trx => {
      const { from, into } = await this.#pair(fromId, intoId);
      return previewOf(trx, references, from, into);
    });
  }

  /**
   * Moves what belongs to an account to another one, closes it, and makes its addresses lead to the other. `alongside`
   * runs in the same transaction. Does nothing when they are merged already.
   * @throws Fault NOT_FOUND, INVALID_FIELD for one account twice, ACCOUNT_PROTECTED (409) for super-admins,
   *   ACCOUNT_MERGED (409), ACCOUNT_UNFIT (409) for a remaining account that is closed or unproven, MERGE_REFUSED (409)
   */
  async merge(
    fromId: number,
    intoId: number,
    alongside: (from: PersonRow, into: PersonRow) => Promise<void>,
  ): Promise<void> {
    const references = await this.#references();
    await this.#run('merge two accounts', async trx => {
      // In one order, so that two merges never wait for each other.
      for (const id of [fromId, intoId].toSorted((a, b) => a - b)) await lockPerson(trx, id);
      const before = await this.people.byId(fromId);
      if (before?.merged_into === intoId) return;
      const { from, into } = await this.#pair(fromId, intoId);
      const { refused } = await previewOf(trx, references, from, into);
      if (refused.length > 0)
        throw new Fault(
          'MERGE_REFUSED',
          `Both accounts have ${refused.map(each => each.title).join(', ')}. Remove those of one account first.`,
          { status: 409 },
        );
      await alongside(from, into);
      await trx.updateTable('tenancy.member').set({ is_default: false }).where('person_id', '=', from.id).execute();
      for (const reference of references) await move(trx, reference, from, into);
      // Its sessions and tokens end with it.
      await this.people.disable(from.id);
      await markMerged(trx, from.id, into.id);
      onCommit(this.changed);
    });
  }

  /** Returns the address of the remaining account by the former name of each account merged into a member of a team. */
  async formerNames(
    teamId: number,
  ): Promise<readonly { readonly email: string; readonly member: string; readonly address: string }[]> {
    return this.#run('accounts merged into members of a team', trx =>
      trx
        .selectFrom('auth.person as merged')
        .innerJoin('auth.person as kept', 'kept.id', 'merged.merged_into')
        .innerJoin('tenancy.member as member', 'member.person_id', 'kept.id')
        .select(['merged.email', 'kept.email as member', 'kept.address'])
        .where('member.team_id', '=', teamId)
        .execute(),
    );
  }

  async #references(): Promise<readonly PersonReference[]> {
    return this.hooks.personReferences.promise(undefined, own);
  }

  async #pair(fromId: number, intoId: number): Promise<{ readonly from: PersonRow; readonly into: PersonRow }> {
    if (fromId === intoId) throw invalidField('into_id', 'must be another account');
    const [from, into] = [await this.people.byId(fromId), await this.people.byId(intoId)];
    if (from === undefined) throw notFound('The user');
    if (into === undefined) throw notFound('The remaining account');
    for (const each of [from, into]) {
      if (each.super_admin)
        throw new Fault('ACCOUNT_PROTECTED', 'Accounts of administrators of this installation can’t be merged.', {
          status: 409,
        });
      if (each.merged_into !== null)
        throw new Fault('ACCOUNT_MERGED', `The account of ${each.email} was merged into another one.`, { status: 409 });
    }
    if (into.disabled_at !== null)
      throw new Fault('ACCOUNT_UNFIT', `The account of ${into.address} is closed. Reopen it first.`, { status: 409 });
    if (into.unproven_in !== null)
      throw new Fault(
        'ACCOUNT_UNFIT',
        `Nobody has proven that ${into.address} is theirs. Let them confirm the address first.`,
        { status: 409 },
      );
    return { from, into };
  }

  #run<T>(reason: string, work: (trx: Kysely<TenancyTables>) => Promise<T>): Promise<T> {
    return this.database.system<TenancyTables>(reason).transaction(work);
  }
}

async function previewOf(
  trx: Kysely<TenancyTables>,
  references: readonly PersonReference[],
  from: PersonRow,
  into: PersonRow,
): Promise<MergePreview> {
  const counts = { moved: new Map<string, number>(), dropped: new Map(), kept: new Map(), refused: new Map() };
  const add = (kind: keyof typeof counts, title: string, count: number): void => {
    const map: Map<string, number> = counts[kind];
    if (count > 0) map.set(title, (map.get(title) ?? 0) + count);
  };
  for (const reference of references.filter(each => each.ends !== true)) {
    const { rows } = await sql<{ all: number; taken: number }>`
      select count(*)::int as "all", (count(*) filter (where ${isTaken(reference, into)}))::int as taken
      from ${sql.table(reference.table)} as moved where ${rowsOf(reference, 'moved', from)}`.execute(trx);
    const { all, taken } = rows[0]!;
    add('moved', reference.title, all - taken);
    add(reference.taken ?? 'dropped', reference.title, taken);
  }
  const listed = (map: ReadonlyMap<string, number>): MergeCount[] =>
    [...map].map(([title, count]) => ({ title, count }));
  const roles = await trx
    .selectFrom('tenancy.member as moved')
    .innerJoin('tenancy.member as kept', 'kept.team_id', 'moved.team_id')
    .innerJoin('tenancy.team as team', 'team.id', 'moved.team_id')
    .select(['team.name as team', 'moved.role as from', 'kept.role as into'])
    .where('moved.person_id', '=', from.id)
    .where('kept.person_id', '=', into.id)
    .whereRef('moved.role', '<>', 'kept.role')
    .orderBy('team.name')
    .execute();
  return {
    moved: listed(counts.moved),
    dropped: listed(counts.dropped),
    kept: listed(counts.kept),
    refused: listed(counts.refused),
    roles,
  };
}

async function move(
  trx: Kysely<TenancyTables>,
  reference: PersonReference,
  from: PersonRow,
  into: PersonRow,
): Promise<void> {
  const table = sql.table(reference.table);
  const found = rowsOf(reference, 'moved', from);
  const taken = isTaken(reference, into);
  if (reference.ends === true) {
    await sql`delete from ${table} as moved where ${found}`.execute(trx);
    return;
  }
  if (reference.taken !== 'kept') await sql`delete from ${table} as moved where ${found} and ${taken}`.execute(trx);
  const set = [
    ...(reference.email === undefined ? [] : [sql`${sql.ref(reference.email)} = ${into.email}`]),
    ...(reference.id === undefined ? [] : [sql`${sql.ref(reference.id)} = ${into.id}`]),
  ];
  await sql`update ${table} as moved set ${sql.join(set)} where ${found} and not ${taken}`.execute(trx);
}
