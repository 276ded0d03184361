import { expect, it } from 'vitest';
import { projectSettings } from '#plugins/workspace/projects/common/index.ts';
import { plainProjectLook, projectLook } from './project-look.ts';

it('should read the defaults of a new project as the plain look', () =>
  expect(projectLook(projectSettings)).toEqual(plainProjectLook));

it('should read what a project sets, within what the eye can use', () => {
  const set = (attribute: string, value: unknown): { attribute: string; value: unknown } => ({ attribute, value });
  expect(
    projectLook([
      set('Brightness', 50),
      set('Contrast', -100),
      set('Fill', 90),
      set('Lines', 100),
      set('PointSize', 0),
      set('ShowLabels', 0),
      set('FontSize', 16),
    ]),
  ).toEqual({ brightness: 1.5, contrast: 0.2, fill: 0.9, lines: 20, points: 3, labels: false, fontSize: 16 });
});
