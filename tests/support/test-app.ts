import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { Operation, Service } from '#core/api/common/index.ts';
import { fillPath, queryString, serviceBase } from '#core/api/common/index.ts';
import type { PersonRow } from '#core/auth/server/index.ts';
import type { Database, DatabaseKind, Keys } from '#core/data/server/index.ts';
import { DiskBlobs, IncomingFiles, makeKeys, openDatabase, silentLog } from '#core/data/server/index.ts';
import { CallLimits } from '#core/kernel/server/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { validateManifests } from '#core/kernel/common/index.ts';
import type { App } from '../../core/shell/server/app.ts';
import type { AppOptions } from '../../core/shell/server/app-options.ts';
import { createApp } from '../../core/shell/server/app.ts';
import { bundledMigrations } from '../../core/shell/server/migration-sources.ts';
import { discover, discoverBundled } from '../../core/shell/server/discovery.ts';
import type { DatabaseTemplate } from './database.ts';
import { freshDatabase } from './database.ts';
import { noteOpened } from './still-open.ts';

/** An answer of the app; `body` is parsed JSON where there is any. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly raw: Buffer;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A person as a client of the app, in one team. */
export interface TestPerson {
  readonly row: PersonRow;
  readonly email: string;
  /** Sends a request with this person's token and team. */
  request<T = Record<string, unknown>>(method: string, url: string, options?: RequestOptions): Promise<Answer<T>>;
  /** Sends an operation of a contract. */
  call<T = Record<string, unknown>>(
    service: Service,
    operation: Operation,
    args?: { readonly params?: object; readonly query?: object; readonly body?: unknown; readonly bytes?: Buffer },
  ): Promise<Answer<T>>;
}

export interface TestTeam {
  readonly id: number;
  readonly organizationId: number;
  readonly owner: TestPerson;
  /** Adds a person; role 4 contributor (default) or 7 admin. */
  join(email: string, role?: number): Promise<TestPerson>;
}

export interface TestApp {
  readonly app: App;
  readonly database: Database;
  /** Address of the database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly keys: Keys;
  readonly folder: string;
  request<T = Record<string, unknown>>(method: string, url: string, options?: RequestOptions): Promise<Answer<T>>;
  /** A new organization with one team, owned by a new person. */
  team(name: string, owner?: { readonly superAdmin?: boolean }): Promise<TestTeam>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Plugins to install, with everything they need named too; all bundled ones when absent, none for `[]`. */
  readonly plugins?: readonly string[];
  /** Plugins made by the test itself. */
  readonly halves?: readonly AnyServerHalf[];
  /** Plugins from outside: a folder with a built one in each of its folders. */
  readonly folder?: string;
  readonly jobs?: boolean;
  /** Store that receives uploads; a folder of the test's own when absent. */
  readonly incoming?: IncomingFiles;
  /** The PostgreSQL database to open, empty or used before; a new one when absent. The caller removes it. */
  readonly databaseUrl?: string;
  /** Makes one more server of the same installation: on its database, with its keys and files. */
  readonly beside?: TestApp;
  /** Settings of an operator. */
  readonly settings?: Partial<
    Pick<
      AppOptions,
      | 'pluginsOff'
      | 'mail'
      | 'sms'
      | 'signUp'
      | 'egressAllow'
      | 'integrationFolders'
      | 'providerDomain'
      | 'modelsFolder'
      | 'cacheFolder'
      | 'usageFile'
      | 'stripe'
      | 'itemCeilings'
      | 'metricsToken'
      | 'jobConcurrency'
      | 'limits'
    >
  >;
}

/** Milliseconds before the end of a token at which a person's client renews it. */
const RENEW_MS = 60_000;

/** The folder that integrations of a test app may read unless its settings say otherwise. */
export const OPENED_FOLDER = import.meta.dirname;

/** The tables of all bundled plugins: a test app with fewer plugins is one where the others were removed. */
export const EVERYTHING: DatabaseTemplate = {
  name: 'everything',
  areas: async () => bundledMigrations(await discoverBundled()),
};

/** The real app on a real database, asked without a socket. */
export async function openTestApp(kind: DatabaseKind, options: TestAppOptions = {}): Promise<TestApp> {
  const found = await discover(options.plugins === undefined ? undefined : new Set(options.plugins), options.folder);
  const own = options.halves ?? [];
  const installation =
    own.length === 0
      ? found
      : {
          manifests: validateManifests([...found.manifests, ...own.map(each => each.manifest)], () => true),
          halves: new Map([...found.halves, ...own.map(each => [each.manifest.id, each] as const)]),
        };
  const { beside } = options;
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'loupe-test-')));
  const keys = beside?.keys ?? makeKeys();
  const known = beside?.databaseUrl ?? options.databaseUrl;
  const {
    database,
    url: databaseUrl,
    drop,
  } = known === undefined ? await freshDatabase(kind, { template: EVERYTHING }) : await usedDatabase(known);
  const app = await createApp({
    installation,
    database,
    blobs: await DiskBlobs.open({ folder: join(folder, 'blobs') }),
    incoming: options.incoming ?? (await IncomingFiles.open({ folder: join(folder, 'incoming') })),
    keys,
    publicUrl: 'http://localhost',
    version: 'test',
    log: pino({ level: process.env['LOUPE_TEST_LOG'] ?? 'silent' }),
    limits: CallLimits.none(),
    passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    integrationFolders: [OPENED_FOLDER],
    ...options.settings,
  }).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  if (options.jobs !== false) await app.start();
  const closed = noteOpened('an app');

  const send = async <T>(
    method: string,
    url: string,
    { body, bytes, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> => {
    const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
    const response = await app.http.inject({
      method: method as InjectOptions['method'] & string,
      url,
      headers: { ...(payload === undefined ? {} : { 'content-type': type }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    } as InjectOptions);
    // Answers to HEAD say they are JSON and have no body.
    const isJson =
      response.rawPayload.length > 0 &&
      /^application\/(scim\+)?json/.test(String(response.headers['content-type'] ?? ''));
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : {}) as T,
      headers: response.headers,
      raw: response.rawPayload,
    };
  };

  const client = async (row: PersonRow, teamId: number): Promise<TestPerson> => {
    let opened = await app.services.sessions.open(row, { agent: 'test', address: '127.0.0.1' });
    const context = btoa(JSON.stringify({ team_id: teamId }));
    const request = async <T>(method: string, url: string, more: RequestOptions = {}): Promise<Answer<T>> => {
      // On a busy machine a test may go on for longer than a token lasts.
      if (opened.session.expiresAt < Date.now() + RENEW_MS)
        opened = (await app.services.sessions.refresh(opened.secret)) ?? opened;
      const authorization = `Bearer ${opened.session.accessToken}`;
      return send(method, url, { ...more, headers: { authorization, 'x-entity-context': context, ...more.headers } });
    };
    return {
      row,
      email: row.email,
      request,
      call: (service, operation, args = {}) =>
        request(
          operation.method,
          serviceBase(service) +
            fillPath(operation.path, args.params as Record<string, unknown>) +
            queryString(args.query as Record<string, unknown>),
          args,
        ),
    };
  };

  return {
    app,
    database,
    databaseUrl,
    keys,
    folder,
    request: send,
    async team(name, owner = {}) {
      const { people, organizations, teams, members } = app.services;
      const row = await people.create({
        email: `owner@${name.toLowerCase()}.test`,
        password: 'correct horse',
        firstName: 'Olive',
        lastName: name,
        superAdmin: owner.superAdmin ?? false,
      });
      const organization = await organizations.create(`${name} organization`, row.id);
      const id = await teams.create(organization.id, `${name} team`, row);
      return {
        id,
        organizationId: organization.id,
        owner: await client(row, id),
        async join(email, role = 4) {
          const person = await people.create({ email, password: 'correct horse' });
          await members.add(id, person, role);
          return client(person, id);
        },
      };
    },
    async close() {
      await app.stop();
      await drop();
      // A call that was cut off may still be writing.
      if (beside === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      closed();
    },
  };
}

async function usedDatabase(url: string): Promise<Awaited<ReturnType<typeof freshDatabase>>> {
  const database = await openDatabase({ url, log: silentLog });
  return { database, url, drop: () => database.close() };
}
