import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from '#core/api/common/index.ts';
import { BYTES, serviceBase } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { MigrationSource } from '#core/data/server/index.ts';
import { unprotectedTables } from '#core/data/server/index.ts';
import { ACCESS_WORDS } from '#core/kernel/common/index.ts';
import { pluginMigrations, schemaOf } from '#core/kernel/server/index.ts';
import { isAction } from '#core/permissions/common/index.ts';
import { migrationSources } from '../../../core/shell/server/migration-sources.ts';
import { discover } from '../../../core/shell/server/discovery.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS, eachDatabase, freshDatabase } from '../../support/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { EVERYTHING, openTestApp } from '../../support/test-app.ts';
import { silentObjects } from './input-objects.ts';
import { tryRoleTable } from './role-table.ts';
import { schemaDump } from './schema-dump.ts';

/** Migrations of everything that is bundled, in order. */
async function bundledMigrations(): Promise<readonly MigrationSource[]> {
  const { manifests, halves } = await discover();
  return migrationSources(pluginMigrations(manifests, halves));
}

const nameOf = ({ owner, name }: MountedOperation): string => `${owner}.${name}`;
const pathOf = ({ service, operation }: MountedOperation): string =>
  `${operation.method} ${serviceBase(service)}${operation.path}`;

describe('every operation of the bundled plugins', () => {
  let app: TestApp;
  let operations: readonly MountedOperation[];
  const offenders = (wrong: (each: MountedOperation) => boolean): readonly string[] =>
    operations.filter(wrong).map(nameOf);

  beforeAll(async () => {
    app = await openTestApp(anyDatabase(), { jobs: false });
    operations = app.app.operations;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('should ask for an access the gate knows', () => {
    expect(offenders(({ operation }) => !ACCESS_WORDS.has(operation.access) && !isAction(operation.access))).toEqual(
      [],
    );
  });

  it('should say in a few words what it does', () => {
    expect(offenders(({ operation }) => operation.summary.trim().length < 3 || operation.summary.length > 160)).toEqual(
      [],
    );
  });

  it('should have a reply schema, or be bytes', () => {
    expect(
      offenders(
        ({ operation }) =>
          operation.reply !== BYTES && typeof (operation.reply as Partial<z.ZodType>).safeParse !== 'function',
      ),
    ).toEqual([]);
  });

  it('should take no unknown field in silence', () => {
    const silent = operations.flatMap(each =>
      (['params', 'query', 'body'] as const).flatMap(place => {
        const schema = each.operation[place];
        return schema === undefined || schema === BYTES
          ? []
          : silentObjects(schema, place).map(path => `${nameOf(each)} ${path}`);
      }),
    );
    expect(silent).toEqual([]);
  });

  it('should declare every parameter of its path, and the project where it says so', () => {
    const shapeOf = (schema: unknown): readonly string[] =>
      Object.keys((schema as { readonly shape?: object } | undefined)?.shape ?? {});
    const wrong = operations.flatMap(each => {
      const { operation } = each;
      const inPath = [...operation.path.matchAll(/:([a-zA-Z_]+)/g)].map(match => match[1]!).sort();
      const declared = [...shapeOf(operation.params)].sort();
      const parameters =
        inPath.join() === declared.join()
          ? []
          : [`${nameOf(each)} has ${inPath.join()} in its path and declares ${declared.join()}`];
      const [place, field] = operation.project?.split('.') ?? [];
      const project =
        field === undefined || shapeOf(operation[place as 'params']).includes(field)
          ? []
          : [`${nameOf(each)} has no ${operation.project}`];
      return [...parameters, ...project];
    });
    expect(wrong).toEqual([]);
  });

  it('should have a path of its own', () => {
    const seen = new Map<string, string>();
    const twice = operations.flatMap(each => {
      const path = pathOf(each).replace(/:[a-zA-Z_]+/g, ':');
      const other = seen.get(path);
      seen.set(path, nameOf(each));
      return other === undefined ? [] : [`${path}: ${other} and ${nameOf(each)}`];
    });
    expect(twice).toEqual([]);
  });

  it('should let each role of a team and a project through to the calls whose right its table names, and to no other', async () => {
    const { rights, calls, wrong } = await tryRoleTable(app);
    expect(wrong).toEqual([]);
    expect(rights).toBeGreaterThan(70);
    expect(calls).toBeGreaterThan(300);
  });

  it('should be in the OpenAPI document', async () => {
    const { status, body } = await app.request<{ paths: Record<string, Record<string, { operationId: string }>> }>(
      'GET',
      '/openapi.json',
    );
    expect(status).toBe(200);
    const listed = Object.values(body.paths)
      .flatMap(each => Object.values(each))
      .map(each => each.operationId);
    expect([...listed].sort()).toEqual(operations.map(nameOf).sort());
  });

  it('should write nothing, and show no secret, to a super-admin who views as somebody else', async () => {
    const { sessions } = app.app.services;
    const root = (await app.team('Viewer', { superAdmin: true })).owner;
    const viewed = (await app.team('Viewed')).owner;
    const { secret } = await sessions.open(root.row, { agent: 'test', address: '127.0.0.1' });
    const own = (await sessions.refresh(secret))!.session;
    const viewAs = operations.find(each => nameOf(each) === 'administration.viewAs')!;
    const path = `${serviceBase(viewAs.service)}${viewAs.operation.path.replace(':person_id', String(viewed.row.id))}`;
    const begun = await app.request('POST', path, {
      headers: { authorization: `Bearer ${own.accessToken}` },
      body: { reason: 'A test' },
    });
    expect(begun.status).toBe(200);
    const headers = { authorization: `Bearer ${(await sessions.refresh(secret))!.session.accessToken}` };
    // Calls that prove themselves do not read who is signed in.
    const asked = operations.filter(({ operation }) => operation.signed !== true);
    const refused = new Set<MountedOperation>();
    for (const each of asked) {
      const { operation } = each;
      const address = pathOf(each)
        .replace(/^\w+ /, '')
        .replace(/:[a-zA-Z_]+/g, '1');
      const body =
        operation.body === undefined ? {} : operation.body === BYTES ? { bytes: Buffer.of(1) } : { body: {} };
      const answer = await app.request(operation.method, address, { headers, ...body });
      if (answer.status === 403 && answer.body['code'] === 'VIEW_ONLY') refused.add(each);
    }
    const reads = ({ operation }: MountedOperation): boolean => operation.method === 'GET' || operation.reads === true;
    expect(asked.filter(each => !reads(each) && !refused.has(each)).map(nameOf)).toEqual([]);
    expect(
      asked
        .filter(each => reads(each) && refused.has(each))
        .map(nameOf)
        .sort(),
    ).toEqual([
      'access-tokens.listAccessTokens',
      'annotation-api.downloadAddresses',
      'annotation-api.downloadMany',
      'annotation-api.uploadAddress',
      'apps.exportApp',
      'audit.exportAudit',
      'automations.listWebhookTokens',
      'core.getPreferredMfa',
      'core.listPasskeys',
      'core.listSessions',
      'exchange.cancelExport',
      'exchange.checkImport',
      'exchange.createExport',
      'exchange.prepareExport',
      'form-rows.checkRowImport',
      'integrations.checkIntegration',
      'language-models.downloadRuns',
      'public-links.getSubsetShare',
      'public-links.listPublicLinks',
      's3-ingest.sdkImageUploadToken',
      'teams.describeSdkToken',
    ]);
  });

  it('should be known to no stranger: only sign-in, mailed and public links, signed addresses, directories, identity and payment providers, maintenance and the first start are public', () => {
    const open = operations
      .filter(each => each.operation.access === 'public')
      .map(nameOf)
      .sort();
    expect(open).toEqual([
      'annotation-api.annotationFile',
      'annotation-api.putAnnotationFile',
      'automations.receiveWebhook',
      'billing.receiveStripeEvent',
      'core.acceptInvitation',
      'core.answerChallenge',
      'core.beginExternalSignIn',
      'core.checkInstallation',
      'core.completeSignUp',
      'core.confirmEmailChange',
      'core.currentSession',
      'core.describeExternalAnswer',
      'core.describeInstallation',
      'core.describeLink',
      'core.endView',
      'core.externalSignIn',
      'core.getInvitation',
      'core.getMaintenance',
      'core.install',
      'core.passkeySignIn',
      'core.passkeySignInOptions',
      'core.requestPasswordReset',
      'core.requestSignUp',
      'core.resetPassword',
      'core.sendChallengeCode',
      'core.signIn',
      'core.signInOptions',
      'core.signOut',
      'core.undoEmailChange',
      'integrations.readStoredFile',
      'items.readOutsideFile',
      'profile.putAvatar',
      'provisioning.scimBulk',
      'provisioning.scimConfig',
      'provisioning.scimCreateGroup',
      'provisioning.scimCreateUser',
      'provisioning.scimDeleteGroup',
      'provisioning.scimDeleteUser',
      'provisioning.scimGetGroup',
      'provisioning.scimGetUser',
      'provisioning.scimListGroups',
      'provisioning.scimListUsers',
      'provisioning.scimPatchGroup',
      'provisioning.scimPatchUser',
      'provisioning.scimReplaceGroup',
      'provisioning.scimReplaceUser',
      'provisioning.scimResourceTypes',
      'public-links.getShare',
      'public-links.getSharedItem',
      'public-links.listSharedItems',
      'public-links.unlockShare',
      's3-ingest.getObject',
      's3-ingest.putObject',
      'single-sign-on.backchannelLogout',
      'single-sign-on.samlLogout',
      'single-sign-on.samlLogoutByPost',
      'single-sign-on.samlLogoutForm',
      'single-sign-on.samlMetadata',
      'single-sign-on.samlResponse',
    ]);
  });
});

eachDatabase(kind => {
  it('should protect every table of a team by forced row-level security', async () => {
    const { database, drop } = await freshDatabase(kind, { template: EVERYTHING });
    try {
      expect(await database.system('conformance').transaction(unprotectedTables)).toEqual([]);
    } finally {
      await drop();
    }
  });

  it('should come to the same database by up, down and up', async () => {
    const areas = await bundledMigrations();
    const { manifests } = await discover();
    const plugins = areas.filter(each => manifests.some(manifest => schemaOf(manifest.id) === each.schema));
    const { database, drop } = await freshDatabase(kind, { template: EVERYTHING });
    try {
      const first = await schemaDump(database);
      for (const area of [...plugins].reverse()) await database.revertMigrations(area);
      const withoutPlugins = await schemaDump(database);
      const others = areas.filter(each => !plugins.includes(each));
      for (const area of [...others].reverse()) await database.revertMigrations(area);
      await database.migrate(others);
      const core = await schemaDump(database);
      expect(first.length).toBeGreaterThan(core.length);
      expect(withoutPlugins.filter(each => !core.includes(each) && !/kysely_migration|^schema /.test(each))).toEqual(
        [],
      );
      await database.migrate(areas);
      expect(await schemaDump(database)).toEqual(first);
    } finally {
      await drop();
    }
  });
});
