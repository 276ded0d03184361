import { describe, expect, it } from 'vitest';
import type { AppMount, AppPlace } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from './app.ts';
import { commandPlaces } from './command-places.ts';

const appWith = (...mounts: readonly AppMount[]): MountedApp => ({
  id: 1,
  name: 'App',
  icon: 'apps',
  version: 1,
  mounts: [...mounts] as MountedApp['mounts'],
  grant: { capabilities: ['commands'], hosts: [] },
  sdk: '1.1',
  commands: [{ id: 'go', title: 'Go' }],
});
const at = (...places: readonly AppPlace[]): MountedApp => appWith(...places.map(place => ({ place })));
const team = { projectType: undefined, inItem: false, edited: undefined };
const project = { ...team, projectType: 'Vector' };
const details = { ...project, inItem: true };
const editor = { ...details, edited: 'sound.wav' };

describe('places of a command', () => {
  it.each([
    ['in the team, pages of the team only', team, at('project.page', 'team.page', 'item.panel'), ['team.page']],
    [
      'in a project, its page first',
      project,
      at('team.page', 'project.setup', 'project.page'),
      ['project.page', 'project.setup', 'team.page'],
    ],
    ['on the page of an item, its panel', details, at('editor.panel', 'item.panel'), ['item.panel', 'editor.panel']],
    [
      'in the editor, the panel beside it first',
      editor,
      at('item.panel', 'editor.panel'),
      ['editor.panel', 'item.panel'],
    ],
    ['on chosen items, none: they have a menu of their own', project, at('items.action', 'explore.action'), []],
    ['nowhere, for an app without a place', editor, at(), []],
  ])('should be %s', (_name, situation, app, places) => {
    expect(commandPlaces([app], app, {}, situation)).toEqual(places);
  });

  it('should be the one that the command names', () => {
    const app = at('team.page', 'project.page');
    expect(commandPlaces([app], app, { place: 'team.page' }, project)).toEqual(['team.page']);
    expect(commandPlaces([app], app, { place: 'project.page' }, team)).toEqual([]);
  });

  it('should leave out places for other types of projects, and items that another app edits', () => {
    const video = appWith({ place: 'project.page', projectTypes: ['Video'] });
    expect(commandPlaces([video], video, {}, project)).toEqual([]);
    const sounds = appWith({ place: 'item.editor', fileEndings: ['wav'] });
    expect(commandPlaces([sounds], sounds, {}, editor)).toEqual(['item.editor']);
    expect(commandPlaces([sounds], sounds, {}, { ...editor, edited: 'picture.png' })).toEqual([]);
  });
});
