import { expect, it } from 'vitest';
import type { Api } from '#core/api/common/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { actionNames, actionsOfFeature, featureNames, permissionGroups } from '#core/permissions/common/index.ts';
import { settingGroups } from '#plugins/workspace/projects/web/setting-fields.ts';
import { specCalls } from './spec-calls.ts';
import { scripts, sources } from './uses.ts';

/** True when a text matches a pattern that contains a name. Most texts lack the name, which is found out faster. */
const matches = (text: string, name: string, pattern: string): boolean =>
  text.includes(name) && new RegExp(pattern).test(text);

/** Files that name a word in quotes, without those that only list it. */
const namedIn = (word: string, lists: RegExp): readonly string[] =>
  [...sources]
    .filter(([file, text]) => !lists.test(file) && matches(text, word, `['"\`]${word}['"\`]`))
    .map(([file]) => file);

const TABLES = /^core\/permissions\//;
const flagSource = sources.get('core/permissions/common/flags.ts') ?? '';

/** Actions that reach screens as flags only (`core/permissions/common/flags.ts`). */
const FLAGGED: ReadonlySet<string> = new Set(['IsPausedUser']);

it('should show no project setting that nothing reads', () => {
  const shown = settingGroups.flatMap(group => group.fields.map(field => field.attribute));
  expect(
    shown.filter(attribute => namedIn(attribute, /setting-fields\.ts$|project-settings\.ts$/).length === 0),
  ).toEqual([]);
});

it('should know no action that no call, page or control asks for', () => {
  expect(actionNames.filter(action => namedIn(action, TABLES).length === 0 && !FLAGGED.has(action))).toEqual([]);
});

it('should have no feature switch without a gate', () => {
  const gated = featureNames.filter(
    feature =>
      (actionsOfFeature[feature] ?? []).some(action => namedIn(action, TABLES).length > 0) ||
      namedIn(feature, /feature-texts\.ts$|permissions\/common\/features\.ts$/).length > 0,
  );
  expect(featureNames.filter(feature => !gated.includes(feature))).toEqual([]);
});

it('should offer no right that gives no action somebody asks for', () => {
  const idle = permissionGroups
    .flatMap(group => group.permissions)
    .filter(
      permission => !permission.actions.some(action => namedIn(action, TABLES).length > 0 || FLAGGED.has(action)),
    );
  expect(idle.map(each => each.name)).toEqual([]);
});

const manifests = Object.values(
  import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true }),
).map(each => each.default);

it('should announce no command that nothing does', () => {
  const done = (plugin: string, name: string): boolean =>
    [...sources].some(
      ([file, text]) =>
        file.includes(`/${plugin}/web/`) &&
        /\bcommand\(/.test(text) &&
        new RegExp(`['"\`]${name}['"\`]|Object\\.keys\\(manifest\\.commands\\)`).test(text),
    );
  expect(
    manifests.flatMap(({ id, commands = {} }) =>
      Object.keys(commands)
        .filter(name => !done(id, name))
        .map(name => `${id}.${name}`),
    ),
  ).toEqual([]);
});

it('should declare no hook that nothing calls', () => {
  const declared = [...sources].flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /readonly (\w+) =\s+new (?:KeyedHooks\(\s*\(?\w+: string\)? =>\s+new )?(?:Notice|Change|Revision|Choice|Question|Stage)Hook\b/g,
      ),
    ].map(([, name]) => ({ file, name: name! })),
  );
  expect(declared.length).toBeGreaterThan(90);
  const called = (name: string): boolean =>
    [...sources.values()].some(text =>
      matches(
        text,
        name,
        `\\b${name}\\s*(\\.for\\([^;]*?\\))?\\s*\\??\\.(call|promise)\\b|\\b${name} = [^;]*\\.${name}\\.for\\(`,
      ),
    );
  expect(declared.filter(({ name }) => !called(name)).map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

/**
 * Calls whose addresses the server hands out, the steps of resumable uploads, and what the authentication frame calls
 * by path.
 */
const FOLLOWED: ReadonlySet<string> = new Set([
  'putAnnotationFile',
  'finishLargeOlder',
  'getMask',
  'readOutsideFile',
  'receiveWebhook',
  // Stripe calls it.
  'receiveStripeEvent',
  'createUpload',
  'readUpload',
  'cancelUpload',
  'createRowUpload',
  'readRowUpload',
  'cancelRowUpload',
  'externalSignIn',
  'samlResponse',
  'samlLogout',
  'samlLogoutByPost',
  'samlLogoutForm',
  'backchannelLogout',
]);

const apis = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(
    ['/core/*/common/**/*.ts', '/plugins/*/*/common/**/*api.ts', '!/**/*.test.ts'],
    { eager: true },
  ),
)
  .flatMap(module => Object.values(module))
  .filter(
    (each): each is Api => typeof each === 'object' && each !== null && 'operations' in each && 'service' in each,
  );
const operations = [...new Set(apis)].flatMap(({ service, operations: all }) =>
  Object.entries(all).map(([name, operation]) => ({ name, service, ...operation })),
);
const specified = new Set(specCalls.map(({ service, method, path }) => `${service} ${method} ${path}`));
const screens = [...sources].filter(([file]) => /\/web\//.test(file)).map(([, text]) => text);
const asks = (path: string): RegExp =>
  new RegExp(
    `${path
      .replace(/^\/api\/v[\d.]+/, '')
      .replace(/[.()]/g, '\\$&')
      .replace(/:\w+/g, '(\\$\\{[^}]*\\}|:?\\w+)')}(?=['"\`?/&$]|$)`,
  );
const called = ({ name, path, method, service, signed }: (typeof operations)[number]): boolean =>
  signed === true ||
  specified.has(`${service} ${method} ${path.replace(/:\w+/g, ':')}`) ||
  screens.some(text => matches(text, name, `\\.${name}\\b`)) ||
  [...scripts.values()].some(text => asks(path).test(text) || text.includes(`operations.${name}`));

it('should serve no operation that no screen, script or specified client calls', () => {
  expect(operations.length).toBeGreaterThan(400);
  expect(
    operations
      .filter(each => !called(each) && !FOLLOWED.has(each.name))
      .map(({ method, path, name }) => `${method} ${path} ${name}`),
  ).toEqual([]);
});

it('should except only what is there and would not be found otherwise', () => {
  const idle = operations.filter(each => !called(each)).map(each => each.name);
  expect([...FOLLOWED].filter(name => !idle.includes(name))).toEqual([]);
  expect(
    [...FLAGGED].filter(action => namedIn(action, TABLES).length > 0 || !flagSource.includes(`'${action}'`)),
  ).toEqual([]);
});
