import { describe, expect, it } from 'vitest';
import { projectName, projectNameProblem } from './project-name.ts';

describe('the name of a project', () => {
  it('should take letters of any language and the signs the public client sends', () => {
    for (const name of ['Käfer 2', '日本', 'a, b ! @ # $ % +', 'x'.repeat(200)])
      expect(projectNameProblem(name)).toBeUndefined();
  });

  it('should refuse an empty or too long name', () => {
    expect(projectNameProblem('   ')).toBe('give it a name');
    expect(projectNameProblem('x'.repeat(201))).toBe('use at most 200 characters');
  });

  it.each([...'/\\:*?"<>|“'])('should refuse %s and name it', sign => {
    expect(projectNameProblem(`a${sign}b`)).toContain(`${sign} can’t be used`);
  });

  it('should drop outer blanks', () => {
    expect(projectName.parse('  Cars ')).toBe('Cars');
  });
});
