import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyLimitOf, BODY_LIMIT, PUBLIC_BODY_LIMIT } from '#core/api/common/index.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Text that a parser refuses; larger than what is parsed before rights are asked for. */
const BROKEN = Buffer.from('[{]'.repeat(40_000));

interface Refusal {
  readonly code: string;
  readonly error: string;
  readonly details?: { readonly issues: readonly { readonly field: string; readonly reason: string }[] };
}

let app: TestApp;
let team: TestTeam;
let stranger: TestPerson;
let projectId: number;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { jobs: false });
  team = await app.team('North');
  stranger = (await app.team('South')).owner;
  projectId = (
    await team.owner.request<{ id: number }>('POST', `/project?team_id=${team.id}`, {
      body: { name: 'Bodies', type: 1, team_id: team.id, status: 1 },
    })
  ).body.id;
}, 120_000);
afterAll(() => app?.close());

const put = (person: TestPerson, url: string, bytes: Buffer, method = 'PUT') =>
  person.request<Refusal>(method, url, { bytes, headers: JSON_TYPE });

it('should ask for the right before the body is parsed', async () => {
  const path = `/api/v1/project/${projectId}/item/1/annotation`;
  expect(await put(stranger, `${path}?team_id=${team.id}`, BROKEN)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
  const contributor = await team.join('nobody@north.test');
  expect(await put(contributor, path, BROKEN)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await put(contributor, `/team/${team.id}`, BROKEN)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
  expect(await put(team.owner, path, BROKEN)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
});

it('should check a ticket before the body is parsed', async () => {
  expect(
    (await app.request<Refusal>('PUT', '/annotation-files/unknown', { bytes: BROKEN, headers: JSON_TYPE })).body.code,
  ).not.toBe('BAD_REQUEST');
});

it('should take 16 kB from strangers and 256 kB from members, unless the call names more and why', async () => {
  const signIn = (size: number) =>
    app.request<Refusal>('POST', '/services/auth/sign-in', {
      body: { email: 'x', password: 'x', more: 'x'.repeat(size) },
      headers: OWN_PAGE,
    });
  expect((await signIn(15_000)).body.code).toBe('INVALID_FIELD');
  expect(await signIn(17_000)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  const describe = (size: number) =>
    team.owner.request<Refusal>('PUT', `/team/${team.id}`, { body: { description: 'x'.repeat(size) } });
  expect((await describe(250_000)).body.code).toBe('INVALID_FIELD');
  expect(await describe(270_000)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  const unexplained = app.app.operations.filter(
    ({ operation }) =>
      bodyLimitOf(operation) > (operation.access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT) &&
      !((operation.bodyReason ?? '').length > 3),
  );
  expect(unexplained.map(({ owner, name }) => `${owner}.${name}`)).toEqual([]);
});

it('should name at most twenty mistakes, each in a few words', async () => {
  const body = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}${'k'.repeat(200)}`, 1]));
  const {
    status,
    body: answer,
    raw,
  } = await team.owner.request<Refusal>('PUT', `/api/v1/teams/${team.id}/settings`, {
    body: { ...body, [`long${'k'.repeat(20_000)}`]: 1 },
  });
  expect([status, answer.details?.issues.length]).toEqual([400, 20]);
  expect(raw.length).toBeLessThan(16_000);
});

it('should answer 400 to a document that is nested deeper than any real one', async () => {
  const nested = Buffer.from(`{"op":"${crypto.randomUUID()}","base":0,"data":${'['.repeat(5000)}${']'.repeat(5000)}}`);
  expect(await put(team.owner, `/api/v1/project/${projectId}/item/1/annotation`, nested)).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  });
});
