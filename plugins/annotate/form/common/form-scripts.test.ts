import { expect, it } from 'vitest';
import { emptyForm } from './form-document.ts';
import { isPython, unportedHandlers } from './form-scripts.ts';

it('should know Python from TypeScript', () => {
  expect(isPython('import sa\n\ndef before_save_hook(old_status: str, new_status: str) -> bool:\n    return\n')).toBe(
    true,
  );
  expect(isPython("import { form } from '@loupe/sdk/form';\nform.on('a', 'click', () => {});")).toBe(false);
  expect(isPython('')).toBe(false);
});

it('should list the handlers that do something, with their component and line', () => {
  const source = [
    'import sa',
    '',
    'def on_saved_hook():',
    '    # Your code goes here',
    '    return',
    '',
    'def helper():',
    '    return 1',
    '',
    'def on_a_change(path, value):',
    '    helper()',
    '',
    'async def on_gone_click(path):',
    '    await helper()',
    '',
    'def post_hook():',
    '    print(1)',
  ].join('\n');
  expect(
    unportedHandlers({
      ...emptyForm,
      components: [{ id: 'a', type: 'input' }],
      code: [
        ['__init__', source],
        ['own', "form.on('a', 'click', () => 1)"],
      ],
    }),
  ).toEqual([
    { script: '__init__', name: 'on_a_change', line: 10, component: 'a' },
    { script: '__init__', name: 'on_gone_click', line: 13, component: undefined },
    { script: '__init__', name: 'post_hook', line: 16, component: undefined },
  ]);
});
