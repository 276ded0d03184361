import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import type { TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';
import { specCalls } from '../spec-calls.ts';

let app: TestApp;
const keyOf = (service: string, method: string, path: string): string =>
  `${service} ${method} ${path.replace(/:[a-zA-Z_]+/g, ':')}`;
let served: ReadonlySet<string>;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { jobs: false });
  served = new Set(app.app.operations.map(each => keyOf(each.service, each.operation.method, each.operation.path)));
}, DATABASE_TIMEOUT_MS);
afterAll(() => app?.close());

it('should serve every call of the specification', () => {
  expect(specCalls.map(each => keyOf(each.service, each.method, each.path)).filter(key => !served.has(key))).toEqual(
    [],
  );
});

it('should have each call once', () => {
  const keys = specCalls.map(each => keyOf(each.service, each.method, each.path));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});
