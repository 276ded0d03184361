/** Most repetitions of `{m,n}`; the database unrolls them. */
const REPEATS = 50;

/**
 * A pattern that is matched in time linear in the text, in the database's own notation: letters, `.`, `^`, `$`, `|`,
 * sets, groups, `* + ? {m,n}`, `\d \w \s \b` and escaped signs. Groups capture nothing, and nothing repeated is
 * repeated again. Otherwise the reason why it is refused.
 */
export function safePattern(pattern: string): { readonly pattern: string } | { readonly problem: string } {
  const groups: { repeated: boolean }[] = [{ repeated: false }];
  let out = '';
  /** Last token, which a quantifier would repeat: nothing, one sign, or a group with a repetition in it. */
  let last: 'none' | 'sign' | 'repeating' = 'none';
  for (let at = 0; at < pattern.length;) {
    const sign = pattern[at]!;
    if (sign === '(') {
      const plain = pattern.startsWith('(?:', at);
      if (!plain && pattern[at + 1] === '?')
        return { problem: 'looking ahead and back and named groups cannot be used' };
      groups.push({ repeated: false });
      out += '(?:';
      at += plain ? 3 : 1;
      last = 'none';
    } else if (sign === ')') {
      const closed = groups.length > 1 ? groups.pop() : undefined;
      if (closed === undefined) return { problem: '“)” has no opening bracket' };
      if (closed.repeated) groups.at(-1)!.repeated = true;
      last = closed.repeated ? 'repeating' : 'sign';
      out += ')';
      at += 1;
    } else if (sign === '[') {
      const set = /^\[\^?\]?(?:\\[dwsDWS\\\]^[-]|[^\\\]])*\]/.exec(pattern.slice(at))?.[0];
      if (set === undefined || /\[[.:=]/.test(set.slice(1)) || /\\[DWS]/.test(set))
        return { problem: 'a set like [a-z] is not closed or not simple' };
      out += set;
      at += set.length;
      last = 'sign';
    } else if (sign === '\\') {
      const escaped = pattern[at + 1] ?? '';
      if (/[1-9]/.test(escaped)) return { problem: 'references to earlier groups cannot be used' };
      if (!/[dwsDWSb]/.test(escaped) && (escaped === '' || /[\p{L}\p{N}]/u.test(escaped)))
        return { problem: `“\\${escaped}” is not known` };
      out += escaped === 'b' ? '\\y' : `\\${escaped}`;
      at += 2;
      last = escaped === 'b' ? 'none' : 'sign';
    } else if ('*+?{'.includes(sign)) {
      const bounds = sign === '{' ? /^\{(\d{1,3})(?:(,)(\d{1,3})?)?\}/.exec(pattern.slice(at)) : undefined;
      if (bounds === null) return { problem: '“{” begins no repetition; write \\{ for the sign' };
      if (
        bounds !== undefined &&
        (Math.max(Number(bounds[1]), Number(bounds[3] ?? 0)) > REPEATS ||
          (bounds[3] !== undefined && Number(bounds[3]) < Number(bounds[1])))
      )
        return { problem: `repetitions go up to ${REPEATS}` };
      if (last === 'none') return { problem: `there is nothing before “${sign}” to repeat` };
      if (last === 'repeating') return { problem: 'what is repeated cannot hold repetitions itself' };
      out += bounds?.[0] ?? sign;
      at += bounds?.[0].length ?? 1;
      groups.at(-1)!.repeated = true;
      last = 'repeating';
    } else {
      out += sign;
      at += 1;
      last = sign === '^' || sign === '$' || sign === '|' ? 'none' : 'sign';
    }
  }
  if (groups.length > 1) return { problem: '“)” is missing' };
  // A leading `***` would be an order to the database.
  try {
    // The same notation but for the word boundary: what this engine cannot read, the other need not be asked.
    new RegExp(out.replaceAll('\\y', '\\b'));
  } catch {
    return { problem: 'it cannot be read' };
  }
  return { pattern: `(?:${out})` };
}
