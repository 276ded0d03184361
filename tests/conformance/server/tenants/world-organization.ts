import type { TestApp, TestTeam } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import { call } from './world-calls.ts';

/** The identity provider of the organization, and a token of its team. */
export const makeOrganization = async (app: TestApp, team: TestTeam, canary: string): Promise<Ids> => ({
  ...(await makeSignOn(app, team, canary)),
  ...(await makeAccessToken(app, team, canary)),
});

/** An identity provider with the canary in it, and a domain of the organization. */
async function makeSignOn(
  app: TestApp,
  { owner, organizationId }: TestTeam,
  canary: string,
): Promise<{ readonly signOnDomain?: readonly string[] }> {
  const params = { organization_id: organizationId };
  const domain = `${canary.toLowerCase().replaceAll('_', '-')}.test`;
  const made = await call(app, owner, 'single-sign-on.saveProvider', {
    params,
    body: { issuer: `https://${domain}`, client_id: canary, client_secret: canary, groups_claim: canary, base: 0 },
  });
  if (made === undefined) return {};
  await call(app, owner, 'single-sign-on.addSignOnDomain', { params, body: { domain } });
  return { signOnDomain: [domain] };
}

/** A token of a service of the team; the answer of its creation, which holds it, goes to nobody. */
async function makeAccessToken(
  app: TestApp,
  { owner, id }: TestTeam,
  canary: string,
): Promise<{ readonly accessToken?: readonly number[] }> {
  const made = await call<{ readonly data: { readonly id: number } }>(app, owner, 'access-tokens.createAccessToken', {
    params: { team_id: id },
    body: { kind: 'service', name: `${canary} service`, scopes: ['read'] },
  });
  return made === undefined ? {} : { accessToken: [made.data.id] };
}
