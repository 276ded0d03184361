/** A line of a stack. Lines and columns are counted from 1. */
export interface StackFrame {
  readonly fn: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Frames of a stack that are kept. */
const MOST = 30;

const V8 = /^\s*at (?:(?:async )?(.+?) \()?((?:\w+:\/\/|file:|node:|\/|[A-Z]:\\|[\w.])[^()]*?):(\d+):(\d+)\)?$/;
const GECKO = /^(.*?)@(\w+:\/\/.*?):(\d+):(\d+)$/;

/** Returns the frames of a stack as V8, Firefox or Safari write it; other lines, such as the message, are left out. */
export function readStack(stack: string): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  for (const text of stack.split('\n')) {
    const found = V8.exec(text) ?? GECKO.exec(text);
    if (found === null) continue;
    const [, fn, file, line, column] = found;
    frames.push({ fn: fn ?? '', file: shortFile(file!), line: Number(line), column: Number(column) });
    if (frames.length === MOST) break;
  }
  return frames;
}

/** Returns the path of a file from the root of the product: no host, query or folder of the server. */
export function shortFile(file: string): string {
  if (file.startsWith('node:')) return file;
  const path = file
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  return (
    /(?:^|\/)((?:node_modules|core|plugins|sdk|dist|assets)\/.*)$/.exec(path)?.[1] ??
    path.split('/').slice(-2).join('/')
  );
}

/** Returns frames as text, one a line. */
export const showStack = (frames: readonly StackFrame[]): string =>
  frames.map(({ fn, file, line, column }) => `${fn === '' ? '(anonymous)' : fn} ${file}:${line}:${column}`).join('\n');
