import { expect, it } from 'vitest';
import type { AppMount } from '#sdk/app/app-manifest.ts';
import type { MountedApp } from './app.ts';
import { appsIn, editorAppFor } from './mounts.ts';

const app = (id: number, name: string, ...mounts: AppMount[]): MountedApp => ({
  id,
  name,
  icon: '',
  version: 1,
  mounts: mounts as never,
  grant: { capabilities: [], hosts: [] },
  sdk: '1.0',
  commands: [],
});

it('should give the apps of a place by title, each once, with their heights', () => {
  const apps = [
    app(1, 'Zoo', { place: 'item.panel' }, { place: 'item.panel', title: 'Twice' }),
    app(2, 'Elsewhere', { place: 'team.page' }),
    app(3, 'Other', { place: 'item.panel', title: 'Aviary', height: 100 }),
  ];
  expect(appsIn(apps, 'item.panel').map(each => [each.app.id, each.title, each.height])).toEqual([
    [3, 'Aviary', 100],
    [1, 'Zoo', 320],
  ]);
});

it('should keep apps to the types of projects they name', () => {
  const apps = [
    app(1, 'A', { place: 'project.page', projectTypes: ['Vector'] }),
    app(2, 'B', { place: 'project.page' }),
    app(3, 'C', { place: 'project.page', projectTypes: ['pixel', 'Text'] }),
  ];
  expect(appsIn(apps, 'project.page', 'Vector').map(each => each.app.id)).toEqual([1, 2]);
  expect(appsIn(apps, 'project.page', 'Pixel').map(each => each.app.id)).toEqual([2, 3]);
});

it('should know a type by its word, its title and the older name of Classification', () => {
  const apps = [
    app(1, 'A', { place: 'project.page', projectTypes: ['Point cloud'] }),
    app(2, 'B', { place: 'project.page', projectTypes: ['Other'] }),
    app(3, 'C', { place: 'project.page', projectTypes: ['Classification'] }),
  ];
  expect(appsIn(apps, 'project.page', 'point-cloud').map(each => each.app.id)).toEqual([1]);
  expect(appsIn(apps, 'project.page', 'Classification').map(each => each.app.id)).toEqual([2, 3]);
});

it('should give the app that edits an item by its ending and type of project, and none where an app names neither', () => {
  const apps = [
    app(1, 'Sound', { place: 'item.editor', fileEndings: ['wav', 'MP3'], projectTypes: ['Other'] }),
    app(2, 'All', { place: 'item.editor' }),
    app(3, 'Archive', { place: 'item.editor', fileEndings: ['tar.gz'] }),
  ];
  expect(
    ['talk.WAV', 'talk.mp3', 'wav', 'talk.ogg', 'all.tar.gz'].map(
      each => editorAppFor(apps, each, 'classification')?.app.id,
    ),
  ).toEqual([1, 1, undefined, undefined, 3]);
  expect(editorAppFor(apps, 'talk.wav', 'Vector')).toBeUndefined();
});
