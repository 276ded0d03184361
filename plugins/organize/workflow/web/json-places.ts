import { isNode, LineCounter, parseDocument } from 'yaml';
import { messages } from './messages.ts';

/** A text of JSON with what is wrong with its form; lines count from 1. */
export type ParsedJson =
  | { readonly value: unknown; readonly lineOf: (pointer: string) => number }
  | { readonly problem: string; readonly line: number };

/**
 * Reads JSON and returns the line of every place in it, by JSON pointer; a place that is not there has the line of the
 * nearest one around it.
 */
export function parseWithLines(text: string): ParsedJson {
  const counter = new LineCounter();
  // JSON is a part of YAML, whose parser keeps the place of everything.
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: true });
  try {
    const value: unknown = JSON.parse(text);
    return { value, lineOf: pointer => lineOf(document, counter, pointer) };
  } catch (error) {
    const at =
      /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ??
      document.errors[0]?.pos[0] ??
      text.length;
    return {
      problem:
        error instanceof Error
          ? error.message.replace(/ in JSON at position.*$/, '')
          : messages.jsonPlaces.thisIsNotJson,
      line: counter.linePos(Number(at)).line,
    };
  }
}

function lineOf(document: ReturnType<typeof parseDocument>, counter: LineCounter, pointer: string): number {
  const path = pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^\d+$/.test(part) ? Number(part) : part));
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  }
  return 1;
}
