import { createHmac, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, SecretBox } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

const COUNT = 10;
/** Letters and digits that are not mistaken for one another (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const makeCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Codes of 60 bits for a person whose second factor is out of reach. Each works once; only keyed hashes are stored. */
export class RecoveryCodes {
  readonly #key: Buffer;

  constructor(
    private readonly database: Database,
    secrets: Pick<SecretBox, 'derive'>,
  ) {
    this.#key = secrets.derive('recovery-codes');
  }

  /** Makes ten codes, which are readable in the answer only; earlier ones stop working. */
  async replace(personId: number): Promise<string[]> {
    const codes = Array.from({ length: COUNT }, makeCode);
    await this.#run('make recovery codes', async trx => {
      await trx.deleteFrom('auth.recovery_code').where('person_id', '=', personId).execute();
      await trx
        .insertInto('auth.recovery_code')
        .values(codes.map(code => ({ person_id: personId, code_hash: this.#digest(personId, code), used_at: null })))
        .execute();
    });
    return codes;
  }

  /** Uses a code up; false when it is not one of the person's or was used. Case, spaces and hyphens do not count. */
  async use(personId: number, code: string): Promise<boolean> {
    const used = await this.#run('use a recovery code', trx =>
      trx
        .updateTable('auth.recovery_code')
        .set({ used_at: new Date() })
        .where('person_id', '=', personId)
        .where('code_hash', '=', this.#digest(personId, code))
        .where('used_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst(),
    );
    return used !== undefined;
  }

  async left(personId: number): Promise<number> {
    const rows = await this.#run('count recovery codes', trx =>
      trx
        .selectFrom('auth.recovery_code')
        .select('person_id')
        .where('person_id', '=', personId)
        .where('used_at', 'is', null)
        .execute(),
    );
    return rows.length;
  }

  async remove(personId: number): Promise<void> {
    await this.#run('remove recovery codes', trx =>
      trx.deleteFrom('auth.recovery_code').where('person_id', '=', personId).execute(),
    );
  }

  #digest(personId: number, code: string): string {
    const normal = code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1');
    return createHmac('sha256', this.#key).update(`${personId}:${normal}`).digest('base64url');
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
