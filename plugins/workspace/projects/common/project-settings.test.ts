import { describe, expect, it } from 'vitest';
import { settingProblem, settingsOfType } from './project-settings.ts';

describe('project settings', () => {
  it('should have frame settings on video projects only, where FrameRate is a number', () => {
    const names = (type: number): string[] => settingsOfType(type).map(each => each.attribute);
    expect(names(1)).not.toContain('FrameRate');
    expect(names(1)).not.toContain('FrameMode');
    expect(settingsOfType(3).find(each => each.attribute === 'FrameRate')?.value).toBeTypeOf('number');
    expect(settingsOfType(3).find(each => each.attribute === 'FrameMode')?.value).toBe(0);
  });

  it('should have a default that is allowed for every setting of every type', () => {
    for (const type of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const { attribute, value } of settingsOfType(type))
        expect(settingProblem(type, attribute, value), attribute).toBeUndefined();
  });

  it('should take an image quality of 60 or 100 only', () => {
    expect(settingProblem(1, 'ImageQuality', 100)).toBeUndefined();
    expect(settingProblem(1, 'ImageQuality', 80)).toBe('must be 60 or 100');
  });

  it('should take frame rates with at most three decimals', () => {
    expect(settingProblem(3, 'FrameRate', 29.97)).toBeUndefined();
    expect(settingProblem(3, 'FrameRate', 0.0001)).toContain('0.001');
    expect(settingProblem(3, 'FrameRate', 1.23456)).toContain('3 decimals');
  });

  it('should name an unknown setting', () => {
    expect(settingProblem(1, 'Colour', 1)).toBe('is no setting of this project');
    expect(settingProblem(1, 'FrameRate', 1)).toBe('is no setting of this project');
  });
});
