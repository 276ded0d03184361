import { setTimeout as pause } from 'node:timers/promises';
import { fillPath, queryString, serviceBase } from '#core/api/common/index.ts';
import type { TestApp, TestPerson } from '../../../support/test-app.ts';

interface Arguments {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly bytes?: Buffer;
}

/** Calls an operation by its name. Throws when it fails; answers undefined when its plugin is not installed. */
export async function call<T>(app: TestApp, person: TestPerson, name: string, args: Arguments): Promise<T | undefined> {
  const mounted = app.app.operations.find(each => `${each.owner}.${each.name}` === name);
  if (mounted === undefined) return undefined;
  const { operation, service } = mounted;
  const url =
    serviceBase(service) +
    fillPath(operation.path, args.params as Record<string, unknown>) +
    queryString(args.query as Record<string, unknown>);
  const answer = await person.request<T>(operation.method, url, args);
  if (answer.status >= 300)
    throw new Error(`${name} answered ${answer.status}: ${answer.raw.toString().slice(0, 500)}`);
  return answer.body;
}

export interface Row {
  readonly id: number;
  readonly name: string;
}

export interface Transfer {
  readonly id: number;
  readonly status: number;
  readonly job_id: string | null;
}

/** Waits until background work has come to rest, so that a later change of the team's rows was not its own doing. */
export async function rested(
  app: TestApp,
  person: TestPerson,
  name: string,
  params: object,
): Promise<Transfer | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await call<Transfer>(app, person, name, { params });
    if (found === undefined || found.status !== 1) return found;
    await pause(50);
  }
  throw new Error(`${name} did not come to rest.`);
}
