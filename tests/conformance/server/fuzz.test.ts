import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from '#core/api/common/index.ts';
import { BYTES, encodeEntityContext, queryString, serviceBase } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import { isLongRun, runSeed, seededNumber, slice } from '../../support/run-plan.ts';
import type { Answer, TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';
import { isNotInstalled } from './not-installed.ts';
import { operationName } from './tenants/fuzz-call.ts';
import { arbitraryOf, mutated } from './tenants/fuzz-input.ts';
import { inputSchema } from './tenants/json-schema.ts';
import type { World } from './tenants/world.ts';
import { makeWorld } from './tenants/world.ts';

/**
 * Inputs for each operation that has its turn; the seed of the run chooses others at each commit. `FUZZ_CASES` asks for another number.
 */
const CASES = Number(process.env['FUZZ_CASES'] ?? (isLongRun ? 200 : 1));
/**
 * A call that takes longer hangs, when it does so twice in a row. Far above what a call takes beside other tests on a
 * slow machine.
 */
const SLOW_MS = 10_000;
const SEED = seededNumber('input fuzz');

/** Operations that take things away come last, so that the others have something to work on. */
const rank = ({ name }: MountedOperation): number =>
  /^(transfer|leave|delete)Team$/.test(name)
    ? 3
    : /delete|remove|unshare|revoke|cancel|unassign/i.test(name)
      ? name === 'deleteProject'
        ? 2
        : 1
      : 0;

eachDatabase(kind => {
  let app: TestApp;
  let world: World;
  let files: readonly Buffer[];

  beforeAll(async () => {
    app = await openTestApp(kind);
    world = await makeWorld(app, 'Fuzz');
    files = [
      Buffer.alloc(0),
      Buffer.from('PK\u0003\u0004 no picture'),
      Buffer.from('{}'),
      await sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  /** Headers of a new session of the owner: an operation may have ended the last one. */
  const owner = async (): Promise<Record<string, string>> => {
    const { session } = await app.app.services.sessions.open(world.team.owner.row, {
      agent: 'fuzz',
      address: '127.0.0.1',
    });
    return {
      authorization: `Bearer ${session.accessToken}`,
      'x-requested-with': 'loupe-auth',
      'x-entity-context': encodeEntityContext({ team_id: world.team.id, project_id: world.ids.project?.[0] as number }),
    };
  };

  const input = (
    mounted: MountedOperation,
  ): fc.Arbitrary<{ params: Record<string, unknown>; query: unknown; body: unknown; file: Buffer }> => {
    const part = (place: 'params' | 'query' | 'body', mutations: boolean): fc.Arbitrary<unknown> => {
      const schema = inputSchema(mounted.operation[place]);
      if (schema === undefined) return fc.constant(undefined);
      const valid = arbitraryOf(operationName(mounted), schema, world.ids);
      return mutations ? fc.oneof({ weight: 2, arbitrary: valid }, mutated(valid)) : valid;
    };
    return fc.record({
      params: part('params', false),
      query: part('query', true),
      body: part('body', true),
      file: fc.constantFrom(...files),
    }) as fc.Arbitrary<{ params: Record<string, unknown>; query: unknown; body: unknown; file: Buffer }>;
  };

  const send = (
    mounted: MountedOperation,
    headers: Record<string, string>,
    {
      params,
      query,
      body,
      file,
    }: { params: Record<string, unknown> | undefined; query: unknown; body: unknown; file: Buffer },
  ): Promise<Answer> => {
    const { operation, service } = mounted;
    const path = operation.path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => safely(String(params?.[name] ?? 'x')));
    const search =
      typeof query === 'object' && query !== null && !Array.isArray(query)
        ? queryString(query as Record<string, unknown>)
        : '';
    return app.request(operation.method, serviceBase(service) + path + search, {
      headers,
      ...(operation.body === undefined ? {} : operation.body === BYTES ? { bytes: file } : { body }),
    });
  };

  it('should answer any input with an answer of its schema or a clear refusal, never with a fault of its own', async () => {
    const faults: string[] = [];
    let requests = 0;
    let accepted = 0;
    const { operations } = app.app;
    const chosen = slice(`operations of the input fuzz on ${kind}`, operations, Math.ceil(operations.length / 4));
    for (const mounted of chosen.toSorted((one, other) => rank(one) - rank(other))) {
      const name = operationName(mounted);
      const headers = await owner();
      for (const each of fc.sample(input(mounted), { numRuns: CASES, seed: SEED })) {
        let began = performance.now();
        let answer = await send(mounted, headers, each).catch((error: unknown) => error as Error);
        requests += 1;
        if (performance.now() - began > SLOW_MS) {
          began = performance.now();
          answer = await send(mounted, headers, each).catch((error: unknown) => error as Error);
        }
        const request = `${name} ${JSON.stringify({ ...each, file: each.file.length }).slice(0, 300)}`;
        if (answer instanceof Error) {
          if (!/surrogate|URI malformed|Invalid URL|JSON/i.test(answer.message))
            faults.push(`${request}: ${answer.message}`);
          continue;
        }
        if (performance.now() - began > SLOW_MS)
          faults.push(`${request}: took ${Math.round(performance.now() - began)} ms`);
        if (answer.status >= 500 && !isNotInstalled(answer))
          faults.push(`${request}: ${answer.status} ${answer.raw.toString().slice(0, 200)}`);
        else if (answer.status >= 400) {
          if (!isExplained(answer.body))
            faults.push(`${request}: ${answer.status} without text or code: ${answer.raw.toString().slice(0, 200)}`);
        } else {
          accepted += 1;
          const { reply } = mounted.operation;
          const checked = reply === BYTES ? undefined : (reply as z.ZodType).safeParse(answer.body);
          if (checked?.success === false)
            faults.push(`${request}: the answer does not match its schema: ${checked.error.message.slice(0, 300)}`);
        }
        if (name === 'core.signOut' || name === 'core.endSession' || answer.status === 401)
          Object.assign(headers, await owner());
      }
    }
    console.log(
      `input fuzz on ${kind}: ${chosen.length} of ${operations.length} operations, ${requests} requests, ${accepted} accepted, ${CASES} of each operation, seed ${runSeed}`,
    );
    const found = [...new Set(faults)].slice(0, 40);
    expect(found, found.join('\n')).toEqual([]);
    expect(accepted).toBeGreaterThan(requests / 50);
  });
});

/**
 * An error with a code and a text, a list of texts, or the list of coded errors that the contract fixes for some cases.
 */
const isExplained = (body: Record<string, unknown>): boolean =>
  // Directories get the error of SCIM (RFC 7644, 3.12).
  (Array.isArray(body['schemas']) && typeof body['status'] === 'string' && typeof body['detail'] === 'string') ||
  (typeof body['code'] === 'string' &&
    (typeof body['error'] === 'string' ||
      (Array.isArray(body['error']) && body['error'].every(each => typeof each === 'string')) ||
      Array.isArray(body['errors'])));

/** A path part that any text can be; a lone surrogate has no form in an address. */
function safely(value: string): string {
  return encodeURIComponent(value.toWellFormed()) || 'x';
}
