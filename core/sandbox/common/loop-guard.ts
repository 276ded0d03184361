import { parse } from 'acorn';
import type { AnyNode, Function as FunctionNode, Node } from 'acorn';
import { full } from 'acorn-walk';
import MagicString from 'magic-string';
import type { Insertion } from './source-map.ts';

/** Code that ends itself when a turn of it takes too long. */
export interface GuardedCode {
  readonly code: string;
  /** Insertions, none of them with a line break; for source maps. */
  readonly insertions: readonly Insertion[];
}

/**
 * Puts a question into each loop and each function of a script: whether it has run longer than `milliseconds` since its
 * turn began. When it has, it throws, and goes on throwing until the turn is over, so catching does not help. A turn
 * ends when the event loop comes round: waiting on settled promises is part of it. Code that the script itself
 * evaluates is not covered.
 * @throws SyntaxError of acorn for what is no script.
 */
export function guardLoops(code: string, milliseconds: number): GuardedCode {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true });
  const name = freeName(code);
  const guarded = new MagicString(code);
  const insertions: Insertion[] = [];
  const lines = lineStarts(code);
  const insert = (at: number, text: string): void => {
    guarded.appendLeft(at, text);
    const line = lineOf(lines, at);
    insertions.push({ line, column: at - lines[line]!, length: text.length });
  };
  const call = `${name}();`;
  const wrap = (body: Node): void => {
    if (body.type === 'BlockStatement') {
      insert(body.start + 1, call);
      return;
    }
    insert(body.start, `{${call}`);
    insert(body.end, '}');
  };
  const enter = ({ body }: FunctionNode): void => {
    if (body.type !== 'BlockStatement') {
      insert(body.start, `(${name}(),`);
      insert(body.end, ')');
      return;
    }
    const directive = body.body.findLast(each => 'directive' in each);
    insert(directive?.end ?? body.start + 1, directive === undefined ? call : `;${call}`);
  };
  full(program, node => {
    const found = node as AnyNode;
    switch (found.type) {
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        wrap(found.body);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        enter(found);
    }
  });
  const directive = program.body.findLast(each => 'directive' in each);
  insert(
    directive?.end ?? 0,
    directive === undefined ? prelude(name, milliseconds) : `;${prelude(name, milliseconds)}`,
  );
  return { code: guarded.toString(), insertions };
}

/**
 * Asks the clock only every so many times: as often as makes about one question in ten milliseconds, and at the first
 * of each turn.
 */
function prelude(name: string, milliseconds: number): string {
  return [
    `const ${name}=(()=>{`,
    'const now=performance.now.bind(performance),{port1,port2}=new MessageChannel(),post=port2.postMessage.bind(port2);',
    'let left=0,step=1,end=0,last=0;',
    'port1.onmessage=()=>{end=0;left=0};',
    // Node would not end while the port listens; browsers know no such thing.
    'port1.unref&&port1.unref();',
    `return()=>{if(left-->0)return;const at=now();if(end===0){end=at+${milliseconds};step=1;post(0)}`,
    `else if(at>end){left=0;throw new Error("The code ran longer than ${milliseconds / 1000} s without a pause, so it was stopped.")}`,
    'else step=at-last<10?Math.min(step*2,1024):Math.max(step>>1,1);',
    'last=at;left=step}})();',
  ].join('');
}

/** A name that the code does not have. */
function freeName(code: string): string {
  let name = '__turn';
  for (let number = 1; code.includes(name); number++) name = `__turn${number}`;
  return name;
}

function lineStarts(code: string): readonly number[] {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
