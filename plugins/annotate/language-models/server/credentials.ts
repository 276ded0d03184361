import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, SecretBox } from '#core/data/server/index.ts';
import type { Credential, CredentialCheck, CredentialDraft } from '../common/model.ts';
import { modelProviders, mostCredentials, providerOf } from '../common/provider.ts';
import type { ModelEndpoint } from './dialects/dialect.ts';
import { ModelCaller } from './model-caller.ts';
import type { CredentialRow, ModelsTables } from './models-tables.ts';

type Trx = Kysely<ModelsTables>;

/** Keys of model providers, sealed: they are filled in on the server and shown to nobody. */
@injectable()
export class Credentials {
  constructor(
    @inject(SecretBox) private readonly box: SecretBox,
    @inject(ModelCaller) private readonly caller: ModelCaller,
  ) {}

  async list(context: RequestContext): Promise<Credential[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('language_models.credential')
        .selectAll()
        .orderBy(sql`lower(name)`)
        .execute(),
    );
    return rows.map(viewOf);
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<CredentialRow> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('language_models.credential').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The credential');
    return row;
  }

  /**
   * Stores a credential after a call that tries it.
   * @throws Fault INVALID_FIELD, NAME_EXISTS, CREDENTIAL_LIMIT, CREDENTIAL_CHECK
   */
  async create(context: RequestContext, draft: CredentialDraft): Promise<Credential> {
    const { name, provider, base_url, organization } = checked(draft);
    if (draft.key === undefined && providerOf(provider)?.needsKey === true) throw invalidField('key', 'is needed');
    const endpoint = { provider, address: base_url, key: draft.key, organization };
    const check = draft.check ? await this.#demandAnswer(context, endpoint) : null;
    return onUniqueViolation(
      context.transaction(async (trx: Trx) => {
        const { count } = await trx
          .selectFrom('language_models.credential')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= mostCredentials)
          throw new Fault(
            'CREDENTIAL_LIMIT',
            `A team can have ${mostCredentials} credentials. Delete one that is not needed.`,
            { status: 422, details: { limit: mostCredentials } },
          );
        return viewOf(
          await trx
            .insertInto('language_models.credential')
            .values({
              team_id: context.team.id,
              name,
              provider,
              base_url,
              organization,
              sealed_key: draft.key === undefined ? null : this.#seal(context, draft.key),
              creator_email: context.user.email,
              ...stamp(check),
            })
            .returningAll()
            .executeTakeFirstOrThrow(),
        );
      }),
    );
  }

  /**
   * Replaces all but the key, which stays where none is given. A new address needs the key again: it must not go where
   * its owner did not send it.
   */
  async update(context: RequestContext, id: number, draft: CredentialDraft): Promise<Credential> {
    const before = await this.get(context, id);
    if (draft.provider !== before.provider) throw invalidField('provider', 'cannot change. Make a new credential');
    const { name, base_url, organization } = checked(draft);
    if (
      before.sealed_key !== null &&
      draft.key === undefined &&
      new URL(base_url).origin !== new URL(before.base_url).origin
    )
      throw invalidField('key', 'is needed again when the address changes');
    const check = draft.check
      ? await this.#demandAnswer(context, {
          provider: before.provider,
          address: base_url,
          key: draft.key ?? this.#key(before),
          organization,
        })
      : null;
    return onUniqueViolation(
      context.transaction((trx: Trx) =>
        trx
          .updateTable('language_models.credential')
          .set({
            name,
            base_url,
            organization,
            ...stamp(check),
            ...(draft.key === undefined ? {} : { sealed_key: this.#seal(context, draft.key) }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
          .then(viewOf),
      ),
    );
  }

  /** @throws Fault NOT_FOUND, CREDENTIAL_IN_USE with the names of the models */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.get(context, id);
    await context.transaction(async (trx: Trx) => {
      const users = await trx
        .selectFrom('language_models.model')
        .select('name')
        .where('credential_id', '=', id)
        .orderBy('name')
        .execute();
      if (users.length > 0)
        throw new Fault(
          'CREDENTIAL_IN_USE',
          `Models use it: ${users
            .slice(0, 5)
            .map(each => each.name)
            .join(
              ', ',
            )}${users.length > 5 ? ` and ${users.length - 5} more` : ''}. Delete them or give them another credential first.`,
          { status: 409 },
        );
      await trx.deleteFrom('language_models.credential').where('id', '=', id).execute();
    });
  }

  /** Calls the provider and remembers what came of it. */
  async check(context: RequestContext, id: number): Promise<CredentialCheck> {
    const row = await this.get(context, id);
    const found = await this.caller.check(this.endpoint(row), context.signal);
    await context.transaction((trx: Trx) =>
      trx
        .updateTable('language_models.credential')
        .set({ check_passed: found.ok, checked_at: new Date() })
        .where('id', '=', id)
        .execute(),
    );
    return found;
  }

  endpoint(row: CredentialRow): ModelEndpoint {
    return { provider: row.provider, address: row.base_url, key: this.#key(row), organization: row.organization };
  }

  async #demandAnswer(context: RequestContext, endpoint: ModelEndpoint): Promise<CredentialCheck> {
    const found = await this.caller.check(endpoint, context.signal);
    if (!found.ok) throw new Fault('CREDENTIAL_CHECK', found.message, { status: 422 });
    return found;
  }

  #seal = (context: RequestContext, key: string): string => this.box.seal(key, about(context.team.id));
  #key = (row: CredentialRow): string | undefined =>
    row.sealed_key === null ? undefined : this.box.open(row.sealed_key, about(row.team_id));
}

const about = (teamId: number): string => `models/team/${teamId}`;
const stamp = (check: CredentialCheck | null): { check_passed: boolean | null; checked_at: Date | null } =>
  check === null ? { check_passed: null, checked_at: null } : { check_passed: check.ok, checked_at: new Date() };

/** The draft with the address it means. */
function checked({ name, provider: id, base_url: given = '', organization = '' }: CredentialDraft): {
  readonly name: string;
  readonly provider: string;
  readonly base_url: string;
  readonly organization: string;
} {
  const provider = providerOf(id);
  if (provider === undefined)
    throw invalidField('provider', `must be one of ${modelProviders.map(each => each.id).join(', ')}`);
  const address = given === '' ? provider.address : given;
  if (address === undefined) throw invalidField('base_url', 'is needed for this provider');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw invalidField('base_url', 'must begin with https:// or http:// and hold no user name, question mark or #');
  return { name, provider: id, base_url: url.href.replace(/\/+$/, ''), organization };
}

async function onUniqueViolation<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A credential with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}

const viewOf = (row: CredentialRow): Credential => ({
  id: row.id,
  name: row.name,
  provider: row.provider,
  base_url: row.base_url,
  organization: row.organization,
  has_key: row.sealed_key !== null,
  checked_at: row.checked_at?.toISOString() ?? null,
  check_passed: row.check_passed,
  creator: row.creator_email,
  created_at: row.created_at.toISOString(),
});
