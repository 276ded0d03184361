import { expect, it } from 'vitest';
import { isQuestion } from './is-question.ts';

it.each([
  ['completed items', true],
  ['images with more than 3 cars', true],
  ['“blurry”', true],
  ['', false],
  ['status = Completed', false],
  ['priority > 5', false],
  ['name STARTS WITH img', false],
  ['instance(clasName = Car', false],
  ['metadata.priority > ', false],
  ['ORDER BY name', false],
])('should detect whether “%s” is a question', (text, question) => expect(isQuestion(text)).toBe(question));
