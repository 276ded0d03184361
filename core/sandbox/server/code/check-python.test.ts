import { expect, it } from 'vitest';
import { checkPython } from './check-python.ts';
import { pythonProblem } from './guest-start.ts';

const python = (await pythonProblem()) === undefined;
const rules = { name: 'rules.py', text: 'LIMITS = {"a": 1}\n' };

it('should let Python pass that compiles, without running it, or where it cannot run', async () => {
  await expect(checkPython('while True: pass\n', [rules])).resolves.toBeUndefined();
});

it.runIf(python).each([
  ['def handler(event, context)\n    return 1\n', { line: 1, column: 28, message: "SyntaxError: expected ':'" }],
  ['x = 1\n  y = 2\n', { line: 2, message: 'IndentationError: unexpected indent' }],
  ['x = "\0"\n', { message: expect.stringContaining('null bytes') }],
  [`x = ${'('.repeat(5000)}`, { line: 1 }],
  [`x = ${'-'.repeat(100_000)}1`, { line: 1 }],
])('should refuse %j by its line and column', async (source, problem) => {
  await expect(checkPython(source)).rejects.toMatchObject({
    code: 'CODE_INVALID',
    status: 422,
    details: { problems: [{ file: 'main.py', ...problem }] },
  });
});

it.runIf(python)('should name the file of each problem', async () => {
  const files = [rules, { name: 'areas.py', text: '\nreturn 1\n' }, { name: 'limits.json', text: '{' }];
  await expect(checkPython('x = ]\n', files)).rejects.toMatchObject({
    message: "main.py, line 1: SyntaxError: unmatched ']'",
    details: {
      problems: [
        { file: 'main.py', line: 1, column: 5 },
        { file: 'areas.py', line: 2, column: 1, message: "SyntaxError: 'return' outside function" },
      ],
    },
  });
});
