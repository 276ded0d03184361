import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { invalidField } from '#core/base/common/index.ts';
import type { Egress, EgressResponse } from '#core/egress/server/index.ts';
import type { IntegrationCheck, SnowflakeConfig, SnowflakeSecrets } from '../../common/integration.ts';
import { checkSteps } from '../drivers/check-steps.ts';
import type { TablePage, TableSource } from './table-source.ts';
import { ANSWER_BYTES, jsonOf, pauseAfter, queryFailed, REQUEST_MS } from './table-source.ts';

const SERVICE = 'Snowflake';
/** Seconds that a query may take, and a token is valid; Snowflake takes an hour at most. */
const QUERY_SECONDS = 3_000;
const TOKEN_SECONDS = 3_300;
/** The query goes on; its state is asked for by its handle. */
const RUNNING = 202;

interface Result {
  readonly code?: string;
  readonly statementHandle: string;
  readonly resultSetMetaData?: {
    readonly rowType: readonly { readonly name: string }[];
    readonly partitionInfo?: readonly unknown[];
  };
  readonly data?: TablePage['rows'];
}

/** Tables of a Snowflake account, by its SQL API v2, signed in with the key pair of a user. */
export class SnowflakeTables implements TableSource {
  constructor(
    private readonly config: SnowflakeConfig,
    private readonly secrets: SnowflakeSecrets,
    private readonly egress: Egress,
  ) {}

  check(signal?: AbortSignal): Promise<IntegrationCheck> {
    return checkSteps([
      {
        name: 'query',
        message: 'The warehouse runs queries.',
        run: async () => {
          for await (const _ of this.query('SELECT 1', signal ?? new AbortController().signal)) return;
        },
      },
    ]);
  }

  async *query(statement: string, signal: AbortSignal): AsyncGenerator<TablePage> {
    const { warehouse, role, database, schema } = this.config;
    let answer = await this.#send('POST', '', signal, {
      statement,
      timeout: QUERY_SECONDS,
      warehouse,
      ...(role === undefined ? {} : { role }),
      ...(database === undefined ? {} : { database }),
      ...(schema === undefined ? {} : { schema }),
    });
    let found = await this.#result(answer);
    const { statementHandle: handle } = found;
    try {
      for (let looks = 0; answer.status === RUNNING; looks += 1) {
        await pause(pauseAfter(looks), undefined, { signal });
        answer = await this.#send('GET', `/${handle}`, signal);
        found = await this.#result(answer);
      }
    } catch (error) {
      await this.#send('POST', `/${handle}/cancel`)
        .then(each => each.discard())
        .catch(() => undefined);
      throw error;
    }
    const columns = (found.resultSetMetaData?.rowType ?? []).map(each => each.name);
    yield { columns, rows: found.data ?? [] };
    const partitions = found.resultSetMetaData?.partitionInfo?.length ?? 1;
    for (let at = 1; at < partitions; at += 1) {
      const { data = [] } = await this.#result(await this.#send('GET', `/${handle}?partition=${at}`, signal));
      yield { columns, rows: data };
    }
  }

  async #result(answer: EgressResponse): Promise<Result> {
    const found = await jsonOf<Result>(SERVICE, answer);
    if (answer.status === 422) throw queryFailed(SERVICE, found.code);
    return found;
  }

  async #send(method: string, path: string, signal?: AbortSignal, body?: object): Promise<EgressResponse> {
    const origin = this.config.endpoint ?? `https://${this.config.account_identifier}.snowflakecomputing.com`;
    return this.egress.fetch(`${new URL(origin).origin}/api/v2/statements${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await keyPairToken(this.config, this.secrets)}`,
        'x-snowflake-authorization-token-type': 'KEYPAIR_JWT',
        accept: 'application/json',
        'user-agent': 'loupe/1.0',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      maxBytes: ANSWER_BYTES,
      timeoutMs: REQUEST_MS,
      mayFollow: () => false,
      ...(signal === undefined ? {} : { signal }),
    });
  }
}

/** A PEM block as it was pasted: fields of one line lose the line ends. */
function pem(text: string): string {
  const [, body = ''] = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----/.exec(text) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${body.replaceAll(/\s/g, '')}\n-----END PRIVATE KEY-----\n`;
}

/**
 * Returns the token of a user's key pair: issued by account, user and fingerprint of the public key. Locators of an
 * account are named without their region.
 * @throws Fault INVALID_FIELD for a key that is no RSA key
 */
export async function keyPairToken(
  { account_identifier: identifier, username }: Pick<SnowflakeConfig, 'account_identifier' | 'username'>,
  { private_key: text }: SnowflakeSecrets,
): Promise<string> {
  const key = readKey(text);
  const fingerprint = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const subject = `${identifier.split('.')[0]}.${username}`.toUpperCase();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(`${subject}.SHA256:${fingerprint}`)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(key);
}

function readKey(text: string): ReturnType<typeof createPrivateKey> {
  try {
    const key = createPrivateKey(pem(text));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Said below; the reason may hold a part of the key.
  }
  throw invalidField('secrets.private_key', 'must be an RSA key in PKCS #8 without a password');
}
