import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { childrenOf } from './screen-texts.ts';
import type { Node, WrittenText } from './screen-texts.ts';

/** Texts of code that read as words: names of formats and types, keys, and values of rules. */
const CODE = [
  /https?:|\bpx\b|sans-serif$|monospace$|'none'|[{}<>[\]]|=>|\w\(|^[\s"]*(?:use|export|module|const|return)\b|\.\w+$|^data:|^[a-z]+ [A-Z]/,
  /^(?:Bearer|Public) …|^…? ?(?:button|keys|copy|km²?)$|^no(?:opener|referrer)\b|prefers-|npm run|\b(?:ID|id) IN\b/,
  /^(?:loupe|action|snapshot|statuses|objects|version|item|label|script name|script|slot|row|rows) [\w…]+$|^Alt\+/,
];
const KEYS =
  /^(?:Left|Right|Up|Down|Enter|Escape|Esc|Delete|Tab|Backspace|Home|End|Space|Shift|Control|Alt|Meta|Page(?:Up|Down))$/;

/** Calls, attributes and properties whose texts no person reads. */
const SILENT_CALL =
  /(?:^|\.)(?:startsWith|endsWith|includes|querySelector(?:All)?|closest|matches|matchMedia|(?:get|remove|has)Attribute|(?:add|remove)EventListener|replace|split|has|get|set|delete|createElement|getContext|match|define|grip|Symbol|usePanels|chords|notFound|console\.\w+|\w*Error)$/;
const SILENT_ATTRIBUTE =
  /^(?:rel|chord|className|key|id|to|href|src|role|type|style|\w*KeyCode|preserveAspectRatio|data-.*)$/;
const SILENT_PROPERTY =
  /^(?:\w*[kK]ey|id|uri|attribute|entity|parentEntity|summary|rel|role|border\w*|margin|grid\w*|background\w*|transition|font|address|scheme)$/;
const FAULT = /(?:^Fault|Error|^Unreadable\w+|^RegExp|^Worker|^URL|^File|Event|Hook)$/;

/** A sentence, a capitalized word, or a value with words around it. */
const reads = (text: string): boolean =>
  !CODE.some(each => each.test(text.trim())) &&
  (/^[A-Z“][a-z’']+(?:[ .,:…!?]|$)/.test(text.trim()) ||
    /[a-z’]{2,},? [a-z’]{2,}/.test(text) ||
    /^… [a-z]{2,}/.test(text));

/** Texts for people in the code of a file, other than markup and attributes. Errors carry their own text. */
export function codeTexts(root: string, file: string): readonly WrittenText[] {
  const source = readFileSync(join(root, file), 'utf8');
  const code = (node: unknown): string => source.slice((node as Node).start, (node as Node).end);
  const found: WrittenText[] = [];
  const parents: Node[] = [];

  const isSilent = (node: Node): boolean => {
    const parent = parents.at(-1)!;
    if (parent.type === 'BinaryExpression') return parent['operator'] !== '+';
    if (parent.type === 'SwitchCase' || parent.type === 'TaggedTemplateExpression') return true;
    if (parent.type === 'ExpressionStatement' || parent.type === 'ImportExpression') return true;
    if (parent.type === 'MemberExpression' && parent['property'] === node) return true;
    if (parent.type === 'Property' && parent['key'] === node) return true;
    if (parent.type === 'CallExpression' && SILENT_CALL.test(code(parent['callee']))) return true;
    return parents.some(each => {
      if (each.type.startsWith('Import') || each.type === 'ExportAllDeclaration') return true;
      if (each.type.startsWith('TS')) return !/^TS(?:As|Satisfies|NonNull)Expression$/.test(each.type);
      if (each.type === 'NewExpression') return FAULT.test(code(each['callee']));
      if (each.type === 'JSXAttribute') return SILENT_ATTRIBUTE.test(code(each['name']));
      if (each.type === 'AssignmentExpression') return /\.(?:font|style\.\w+)$/.test(code(each['left']));
      return each.type === 'Property' && SILENT_PROPERTY.test(code(each['key']));
    });
  };
  const walk = (node: Node): void => {
    const text =
      node.type === 'TemplateLiteral'
        ? (node['quasis'] as { value: { cooked: string } }[]).map(each => each.value.cooked).join('…')
        : node.type === 'Literal' && typeof node['value'] === 'string'
          ? node['value']
          : undefined;
    if (text !== undefined && reads(text) && !KEYS.test(text) && !isSilent(node))
      found.push({ at: `${file}:${source.slice(0, node.start).split('\n').length}`, text });
    parents.push(node);
    for (const each of childrenOf(node)) walk(each);
    parents.pop();
  };
  walk(parseSync(file, source).program as unknown as Node);
  return found;
}
