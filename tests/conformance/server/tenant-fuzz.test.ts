import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, id, z } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { DatabaseToken, defineServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import { runSeed, slice } from '../../support/run-plan.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';
import { operationName } from './tenants/fuzz-call.ts';
import type { Findings, Fuzz } from './tenants/fuzz-matrix.ts';
import { fuzzTenants } from './tenants/fuzz-matrix.ts';
import type { Role, World } from './tenants/world.ts';
import { makeWorld } from './tenants/world.ts';

const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } })
  .png()
  .toBuffer();

/**
 * Calls that the fuzz must not bring to success: they need a password, a code of an authenticator app, a passkey, a
 * mail, an address or request that was signed, a project without uploaded files, a model of intelligent help
 * (plugins/annotate/smart-tools/server/ml.test.ts, plugins/analyze/explore/server/embeddings/embeddings.test.ts), a
 * form that nobody else published meanwhile (plugins/annotate/form/server/form-builder.test.ts), an invitation to
 * oneself, an identity provider (plugins/workspace/single-sign-on/server/single-sign-on.test.ts), a Public token
 * (plugins/analyze/public-links/server/public-links.test.ts), an archive of sources
 * (plugins/extend/apps/server/custom-apps.test.ts), or a host outside
 * (plugins/annotate/language-models/server/models-server.test.ts).
 */
const NEVER_REACHED: readonly string[] = [
  // Wants a response that an identity provider signed: plugins/workspace/single-sign-on/server/saml.test.ts.
  'single-sign-on.samlResponse',
  // Want a message that an identity provider signed: plugins/workspace/single-sign-on/server/saml-logout.test.ts.
  'single-sign-on.samlLogout',
  'single-sign-on.samlLogoutByPost',
  // Wants a token that an identity provider signed: plugins/workspace/single-sign-on/server/backchannel-logout.test.ts.
  'single-sign-on.backchannelLogout',
  // Want a provider of payments and its signature (plugins/workspace/billing/server/stripe/stripe-payments.test.ts).
  'billing.createSubscription',
  'billing.changeSubscription',
  'billing.cancelSubscription',
  'billing.previewInvoice',
  'billing.attachCard',
  'billing.detachCard',
  'billing.receiveStripeEvent',
  // Wants the key of a webhook and a token for it.
  'automations.receiveWebhook',
  // Wants a step that ran code (plugins/extend/automations/server/custom-actions.test.ts).
  'automations.makeTestOfStep',
  // Wants a registry of packages (plugins/extend/automations/server/packages/package-mirror.test.ts).
  'automations.readPackageTypes',
  // Wants a video that the server can decode.
  'editor-video.tracking',
  // Only the token of a directory opens these.
  'provisioning.scimConfig',
  'provisioning.scimResourceTypes',
  'provisioning.scimListUsers',
  'provisioning.scimCreateUser',
  'provisioning.scimGetUser',
  'provisioning.scimReplaceUser',
  'provisioning.scimPatchUser',
  'provisioning.scimDeleteUser',
  'provisioning.scimListGroups',
  'provisioning.scimCreateGroup',
  'provisioning.scimBulk',
  'provisioning.scimGetGroup',
  'provisioning.scimReplaceGroup',
  'provisioning.scimPatchGroup',
  'provisioning.scimDeleteGroup',
  'form.putTeamForm',
  'form.publishForm',
  'core.signIn',
  'core.endView',
  'core.answerChallenge',
  'core.sendChallengeCode',
  'core.sendCode',
  'core.setUpSms',
  'core.verifySms',
  'core.confirmIdentity',
  'core.verifyTotp',
  'core.renewRecoveryCodes',
  'core.requestPasswordReset',
  'core.requestSignUp',
  'core.describeLink',
  'core.resetPassword',
  'core.completeSignUp',
  'core.install',
  'core.checkInstallation',
  'core.requestEmailChange',
  'core.confirmEmailChange',
  'core.undoEmailChange',
  'core.passkeySignIn',
  'core.beginExternalSignIn',
  'core.externalSignIn',
  'core.describeExternalAnswer',
  'single-sign-on.samlLogoutForm',
  'single-sign-on.readSamlMetadata',
  'single-sign-on.saveSamlProvider',
  'single-sign-on.proveSignOnDomain',
  'single-sign-on.unlinkSignOnAccount',
  'single-sign-on.beginTrial',
  'single-sign-on.finishTrial',
  'core.addPasskey',
  'core.deletePasskey',
  'core.changePassword',
  'annotation-api.annotationFile',
  'annotation-api.putAnnotationFile',
  'integrations.readStoredFile',
  'items.readOutsideFile',
  's3-ingest.getObject',
  's3-ingest.putObject',
  'integrations.attachIntegration',
  'items.attachAddresses',
  'core.approveInvitation',
  'profile.putAvatar',
  'public-links.getShare',
  'public-links.getSharedItem',
  'public-links.listSharedItems',
  'public-links.unlockShare',
  'smart-tools.prepareItem',
  'smart-tools.getPreparation',
  'smart-tools.cancelPreparation',
  'smart-tools.polygonPrediction',
  'smart-tools.ocr',
  'explore.searchSimilarInstances',
  'explore.mapItems',
  'language-models.scriptFetch',
  'apps.importApp',
  'apps.appFetch',
];

/** People outside of both teams, one of them with nothing but a public link of a third. */
async function outsiders(app: TestApp): Promise<readonly Role[]> {
  const stranger = await app.team('Stranger');
  const project = await stranger.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Own', type: 1 } });
  const link = await stranger.owner.request<{ token: string }>(
    'POST',
    `/api/v1/project/${project.body.id}/public-links`,
    { body: { kind: 'project' } },
  );
  const authorization = `Public ${link.body.token}`;
  return [
    { name: 'stranger', request: stranger.owner.request },
    { name: 'nobody', request: app.request },
    {
      name: 'public link',
      request: (method, url, options) =>
        app.request(method, url, { ...options, headers: { ...options?.headers, authorization } }),
    },
  ];
}

const leaky = defineApi({
  service: 'main',
  operations: {
    read: {
      method: 'GET',
      path: '/test/leak/:item_id',
      summary: 'Reads any item',
      access: 'team-member',
      params: z.strictObject({ item_id: id }),
      reply: z.object({ name: z.string() }),
    },
    write: {
      method: 'PUT',
      path: '/test/leak/:item_id',
      summary: 'Changes any item',
      access: 'team-member',
      params: z.strictObject({ item_id: id }),
      reply: z.object({}),
    },
    odd: {
      method: 'GET',
      path: '/test/leak/odd/:gadget_id',
      summary: 'Has an id nobody makes',
      access: 'team-member',
      params: z.strictObject({ gadget_id: id }),
      reply: z.object({}),
    },
  },
});

const leak = defineServerHalf(definePlugin({ id: 'leak', title: 'Leak', requires: ['items'] }), {
  activate({ get, implement }) {
    const everything = get(DatabaseToken).system('a leaking handler, for the test');
    implement(leaky, {
      read: ({ params }) =>
        everything.transaction(
          async trx =>
            (await sql<{ name: string }>`select name from items.item where id = ${params.item_id}`.execute(trx))
              .rows[0] ?? { name: 'none' },
        ),
      write: ({ params }) =>
        everything.transaction(async trx => {
          await sql`update items.item set is_pinned = not is_pinned where id = ${params.item_id}`.execute(trx);
          return {};
        }),
      odd: () => ({}),
    });
  },
});

eachDatabase(kind => {
  describe('two teams on one server', () => {
    let app: TestApp;
    let north: World;
    let south: World;

    beforeAll(async () => {
      app = await openTestApp(kind, { halves: [leak as unknown as AnyServerHalf] });
      north = await makeWorld(app, 'North');
      south = await makeWorld(app, 'South');
    }, DATABASE_TIMEOUT_MS);
    afterAll(() => app?.close());

    describe('when operations leak', () => {
      const only = (name: string): readonly MountedOperation[] =>
        app.app.operations.filter(each => each.owner === 'leak' && each.name === name);
      const fuzz = (name: string, attackers = north.roles.filter(each => each.name === 'owner')) =>
        fuzzTenants(app, only(name), { attackers, own: north, victim: south, title: 'leaks', pairs: Infinity, bytes });

      it('should be caught when one shows rows of another team', async () => {
        const { breaches } = await fuzz('read');
        expect(breaches.filter(each => each.includes('shows CANARY_SOUTH'))).not.toEqual([]);
      });

      it('should be caught when one changes rows of another team', async () => {
        const { breaches } = await fuzz('write');
        expect(breaches.filter(each => each.includes('changed items.item'))).not.toEqual([]);
      });

      it('should be named when an id has no generator', async () => {
        expect((await fuzz('odd', [])).unknown).toEqual(['leak.odd: gadget_id']);
      });
    });

    it('should never see, change or distinguish what belongs to the other, in any operation and any role', async () => {
      const operations = app.app.operations.filter(each => each.owner !== 'leak');
      const attacks: readonly Omit<Fuzz, 'pairs' | 'bytes'>[] = [
        { attackers: await outsiders(app), victim: south, title: `outsiders on ${kind}` },
        {
          attackers: south.roles.filter(each => each.name === 'owner'),
          own: south,
          victim: north,
          ownCalls: false,
          title: `other owner on ${kind}`,
        },
      ];
      const ofRoles = {
        attackers: north.roles,
        own: north,
        victim: south,
        neverReached: NEVER_REACHED,
        title: `roles on ${kind}`,
      };
      const chosen = slice(`attackers on ${kind}`, [...attacks, ofRoles], 1);
      const runs: Findings[] = [];
      // The roles come last: their own calls use up the team that the other owner attacks.
      for (const each of [...attacks.filter(attack => chosen.includes(attack)), ofRoles])
        runs.push(await fuzzTenants(app, operations, { ...each, pairs: chosen.includes(each) ? 1 : 0, bytes }));
      const breaches = runs.flatMap(each => each.breaches);
      console.log(
        `tenant fuzz on ${kind}: ${operations.length} operations, ${north.roles.length + 2} roles, ${runs.reduce((sum, each) => sum + each.requests, 0)} requests, ${breaches.length} breaches, seed ${runSeed}`,
      );
      expect
        .soft(
          [...new Set(runs.flatMap(each => each.unknown))],
          'every id of an operation needs a generator: tests/conformance/server/tenants/id-fields.ts',
        )
        .toEqual([]);
      expect.soft(breaches).toEqual([]);
      const unreached = operations
        .filter(each => each.operation.access !== 'super-admin')
        .map(operationName)
        .filter(each => !NEVER_REACHED.includes(each) && !runs.some(run => run.reached.has(each)));
      expect(
        unreached,
        'operations that nobody could call with own ids prove nothing: tests/conformance/server/tenants/plain-values.ts',
      ).toEqual([]);
    });
  });
});
