import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { BindingSource } from './binding-source.ts';

/** Longest expression that is read, in characters, and how deep it may be nested. */
const LONGEST = 2000;
const DEEPEST = 50;

type Token = { readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end'; readonly text: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|(===|!==|==|!=|<=|>=|&&|\|\||[-+*/%<>!?:()[\].,]))/y;
const NOTHING = /\s*$/y;

/** Levels of operator precedence. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * The value of an expression over `value('id')`, `payload.x`, `env.x` and a few functions. It can do nothing but
 * compute on them: it has its own grammar. Undefined for one that cannot be read.
 */
export function evaluate(text: string, source: BindingSource): unknown {
  try {
    return new Reader(tokens(text), source).whole();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

function tokens(text: string): readonly Token[] {
  if (text.length > LONGEST) throw new Unreadable();
  const found: Token[] = [];
  let at = 0;
  for (;;) {
    NOTHING.lastIndex = at;
    if (NOTHING.test(text)) return [...found, { kind: 'end', text: '' }];
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new Unreadable();
    const [, number, single, double, name, sign] = match;
    at = TOKEN.lastIndex;
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else if (sign !== undefined) found.push({ kind: 'sign', text: sign });
    else
      found.push({
        kind: 'text',
        text: (single ?? double ?? '').replaceAll(/\\(.)/g, (_, letter: string) =>
          letter === 'n' ? '\n' : letter === 't' ? '\t' : letter,
        ),
      });
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #source: BindingSource;
  #at = 0;
  #depth = 0;

  constructor(given: readonly Token[], source: BindingSource) {
    this.#tokens = given;
    this.#source = source;
  }

  whole(): unknown {
    const value = this.#choice();
    if (this.#next.kind !== 'end') throw new Unreadable();
    return value;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #takes(sign: string): boolean {
    if (this.#next.kind !== 'sign' || this.#next.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #demands(sign: string): void {
    if (!this.#takes(sign)) throw new Unreadable();
  }

  #choice(): unknown {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const value = this.#binary(0);
    let chosen = value;
    if (this.#takes('?')) {
      const yes = this.#choice();
      this.#demands(':');
      const no = this.#choice();
      chosen = isTrue(value) ? yes : no;
    }
    this.#depth -= 1;
    return chosen;
  }

  #binary(level: number): unknown {
    const signs = levels[level];
    if (signs === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (
      let sign = signs.find(each => this.#takes(each));
      sign !== undefined;
      sign = signs.find(each => this.#takes(each))
    )
      left = computed(sign, left, this.#binary(level + 1));
    return left;
  }

  #unary(): unknown {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const value = this.#takes('!')
      ? !isTrue(this.#unary())
      : this.#takes('-')
        ? -Number(this.#unary())
        : this.#steps(this.#primary());
    this.#depth -= 1;
    return value;
  }

  #steps(begin: unknown): unknown {
    let value = begin;
    for (;;) {
      if (this.#takes('.')) value = own(value, this.#name());
      else if (this.#takes('[')) {
        value = own(value, this.#choice());
        this.#demands(']');
      } else return value;
    }
  }

  #name(): string {
    const { kind, text } = this.#next;
    if (kind !== 'name') throw new Unreadable();
    this.#at += 1;
    return text;
  }

  #primary(): unknown {
    const { kind, text } = this.#next;
    if (kind === 'end') throw new Unreadable();
    if (this.#takes('(')) {
      const value = this.#choice();
      this.#demands(')');
      return value;
    }
    this.#at += 1;
    if (kind === 'number') return Number(text);
    if (kind === 'text') return text;
    if (kind === 'sign') throw new Unreadable();
    if (this.#takes('(')) return this.#called(text);
    switch (text) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'payload':
        return this.#source.payload;
      case 'env':
        return this.#source.env ?? {};
      default:
        return own(this.#source.payload, text);
    }
  }

  #called(name: string): unknown {
    const given: unknown[] = [];
    if (!this.#takes(')')) {
      do given.push(this.#choice());
      while (this.#takes(','));
      this.#demands(')');
    }
    if (name === 'value') return this.#source.value?.(String(given[0]));
    const run = functions[name];
    if (run === undefined || !Object.hasOwn(functions, name)) throw new Unreadable();
    return run(...given);
  }
}

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string);

const functions: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = {
  upper: text => shown(text).toUpperCase(),
  lower: text => shown(text).toLowerCase(),
  trim: text => shown(text).trim(),
  len: value => (Array.isArray(value) ? value.length : Array.from(shown(value)).length),
  date: value => {
    const time = new Date(typeof value === 'number' ? value : shown(value));
    return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10);
  },
  json: value => JSON.stringify(value ?? null),
  default: (value, other) => (value === undefined || value === null || value === '' ? other : value),
};

const isTrue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== 0;

/** A field of its own: never one that every object has. */
function own(holder: unknown, key: unknown): unknown {
  if (Array.isArray(holder)) return Number.isSafeInteger(key) ? (holder[key as number] as unknown) : undefined;
  return isRecord(holder) && Object.hasOwn(holder, String(key)) ? holder[String(key)] : undefined;
}

function computed(sign: string, left: unknown, right: unknown): unknown {
  const [one, other] = [left as number, right as number];
  switch (sign) {
    case '||':
      return isTrue(left) ? left : right;
    case '&&':
      return isTrue(left) ? right : left;
    case '==':
    case '===':
      return left === right || ((left ?? undefined) === undefined && (right ?? undefined) === undefined);
    case '!=':
    case '!==':
      return computed('==', left, right) === false;
    case '+':
      return typeof left === 'number' && typeof right === 'number' ? left + right : shown(left) + shown(right);
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return one / other;
    case '%':
      return one % other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    default:
      return one >= other;
  }
}
