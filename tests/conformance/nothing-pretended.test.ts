import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actionNames, actionsOfFeature, featureNames, permissionGroups } from '#core/permissions/common/index.ts';
import { settingGroups } from '#plugins/projects/web/setting-fields.ts';

const root = join(import.meta.dirname, '../..');
const sources = new Map(['core', 'plugins'].flatMap(folder => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file)).map(file => `${folder}/${file}`)).filter(file => !/\.test\.tsx?$|migrations\//.test(file)).map(file => [file, readFileSync(join(root, file), 'utf8')]));

/** Files that name a word in quotes, without those that only list it. */
const namedIn = (word: string, lists: RegExp): readonly string[] => [...sources].filter(([file, text]) => !lists.test(file) && new RegExp(`['"\`]${word}['"\`]`).test(text)).map(([file]) => file);

const TABLES = /^core\/permissions\//;

/** Actions that reach screens as flags only (`core/permissions/common/flags.ts`). */
const FLAGGED: ReadonlySet<string> = new Set(['IsPausedUser']);

it('should show no project setting that nothing reads', () => {
  const shown = settingGroups.flatMap(group => group.fields.map(field => field.attribute));
  expect(shown.filter(attribute => namedIn(attribute, /setting-fields\.ts$|project-settings\.ts$/).length === 0)).toEqual([]);
});

it('should know no action that no call, page or control asks for', () => {
  expect(actionNames.filter(action => namedIn(action, TABLES).length === 0 && !FLAGGED.has(action))).toEqual([]);
});

it('should have no feature switch without a gate', () => {
  const gated = featureNames.filter(feature => (actionsOfFeature[feature] ?? []).some(action => namedIn(action, TABLES).length > 0) || namedIn(feature, /feature-texts\.ts$|permissions\/common\/features\.ts$/).length > 0);
  expect(featureNames.filter(feature => !gated.includes(feature))).toEqual([]);
});

it('should offer no right that gives no action somebody asks for', () => {
  const idle = permissionGroups.flatMap(group => group.permissions).filter(permission => !permission.actions.some(action => namedIn(action, TABLES).length > 0 || FLAGGED.has(action)));
  expect(idle.map(each => each.name)).toEqual([]);
});

