import { describe, expect, it } from 'vitest';
import type { FormDocument } from './form-document.ts';
import { emptyForm } from './form-document.ts';
import { missingHandlers, namedHandlers, runningScripts, unanswered } from './script-handlers.ts';
import { formValuesType, typeOfValue } from './script-types.ts';

const formOf = (source: string): FormDocument => ({
  ...emptyForm,
  components: [
    { id: 'send', type: 'button', text: 'Send' },
    {
      id: 'box',
      type: 'container',
      children: [
        { id: 'again', type: 'button', text: '' },
        { id: 'page', type: 'webComponent' },
      ],
    },
    { id: 'a', type: 'input' },
  ],
  code: [['__init__', source]],
});

describe('handlers of scripts', () => {
  it('should find functions that are handlers by their name, at the top only', () => {
    const source =
      'export async function on_a_change(path) {}\nconst on_b_click = path => 1;\nfunction helper() {\n  function on_c_click() {}\n}\n// function on_d_click() {}\nconst before_save_hook: () => boolean = () => true;\nlet on_saved = 1;';
    expect(namedHandlers(source)).toEqual(['on_a_change', 'on_b_click', 'before_save_hook']);
  });

  it('should add what is missing after the script, and nothing twice', () => {
    const source =
      "import { form } from '@loupe/sdk/form';\nform.on('send', 'click', () => {});\n/* form.on('again', 'click', () => {}) */";
    expect(unanswered(formOf(source)).map(each => [each.component.id, each.event])).toEqual([
      ['again', 'click'],
      ['page', 'message'],
    ]);
    const added = missingHandlers(formOf(source), source)!;
    expect(added).toBe(
      "\n\nform.on('again', 'click', async path => {\n\n});\n\nform.on('page', 'message', async (path, value) => {\n\n});\n",
    );
    expect(missingHandlers(formOf(`${source}${added}`), `${source}${added}`)).toBeUndefined();
  });

  it('should import what it needs where the script does not', () => {
    const added = missingHandlers(formOf(''), '')!;
    expect(
      added.startsWith("import { form } from '@loupe/sdk/form';\n\n// Send\nform.on('send', 'click', async path => {"),
    ).toBe(true);
    expect(
      unanswered(formOf('function on_send_click() {}\nfunction on_again_click() {}\nfunction on_page_message() {}')),
    ).toEqual([]);
  });

  it('should run TypeScript only', () => {
    expect(
      runningScripts({
        code: [
          ['__init__', 'import sa\ndef on_saved_hook():\n    return'],
          ['empty', '  '],
          ['own', 'const x = 1;'],
        ],
      }),
    ).toEqual([['own', 'const x = 1;']]);
  });
});

describe('types of a form', () => {
  it('should describe the value of each field, and its place', () => {
    const components = [
      { id: 'stars', type: 'rating', label: 'Rating */ "x"' },
      { id: 'pick', type: 'radio', options: [{ value: 'A' }, { value: "B's" }] },
      { id: 'press', type: 'button' },
      {
        id: 'rows',
        type: 'group',
        children: [
          { id: 'kinds', type: 'checkbox', options: [{ value: 'x' }] },
          { id: 'stars', type: 'input' },
        ],
      },
    ];
    const text = formValuesType(components);
    expect(text).toContain('/** Rating   "x" */\n  readonly "stars": number | null;');
    expect(text).toContain(`readonly "pick": "A" | "B's" | '' | null;`);
    expect(text).toContain(`/** checkbox, ['rows', row, 'kinds'] */\n  readonly "kinds": readonly ("x")[];`);
    expect(text).not.toContain('press');
    expect(text.match(/"stars"/g)).toHaveLength(1);
    expect(typeOfValue({ id: 's', type: 'select', isDynamic: true, options: [{ value: 'x' }] })).toBe('string | null');
    expect(formValuesType([])).toContain('FieldId = string');
  });
});
