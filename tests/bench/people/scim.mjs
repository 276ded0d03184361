import { CONNECTIONS } from '../support/bench-server.mjs';
import { percentile } from '../support/figures.mjs';

const PEOPLE = 20_000;
const MOST_SECONDS = 60;
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A directory sends all people of an organization, one call for each, over as many connections as directories use. */
export async function measureScim(server, print, { quick }) {
  const people = quick ? PEOPLE / 10 : PEOPLE;
  const path = `/api/v1/organizations/${server.organizationId}/provisioning/token`;
  const { token } = await server.call('POST', path, { as: 'person' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const times = [];
  let next = 0;
  const directory = async () => {
    while (next < people) {
      const number = next++;
      const email = `person-${number}@bench.test`;
      const begun = performance.now();
      await server.call('POST', `/scim/v2/${server.organizationId}/Users`, {
        headers,
        body: {
          schemas: [USER],
          userName: email,
          externalId: `ext-${number}`,
          name: { givenName: `Given ${number}`, familyName: `Family ${number}` },
          emails: [{ value: email, type: 'work', primary: true }],
          active: true,
        },
      });
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, directory));
  const seconds = (performance.now() - begun) / 1000;
  print('people provisioned', seconds, 's', { people, bar: (MOST_SECONDS * people) / PEOPLE });
  print('one person, p95', percentile(times, 0.95), 'ms');
  const { totalResults } = await server.call('GET', `/scim/v2/${server.organizationId}/Users?count=1`, { headers });
  if (totalResults !== people) throw new Error(`${totalResults} of ${people} people are there.`);
}
