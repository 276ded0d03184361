import type { ChildProcess } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

/** Characters of one message of a guest. */
const MOST_LINE = 4_000_000;

/**
 * JSON messages with a guest process, one a line, over its standard input and output. A guest that sends no JSON, or a
 * line without end, is ended.
 */
export class GuestLines {
  readonly #decoder = new StringDecoder('utf8');
  #rest: string[] = [];
  #length = 0;

  constructor(
    private readonly child: ChildProcess,
    private readonly onMessage: (message: object) => void,
  ) {
    child.stdout!.on('data', (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    // A guest that ended cannot be written to; its exit says so.
    child.stdin!.on('error', () => undefined);
  }

  send(message: object): void {
    const { stdin } = this.child;
    // Messages of the same moment are one write.
    if (stdin!.writableCorked === 0) {
      stdin!.cork();
      process.nextTick(() => stdin!.uncork());
    }
    stdin!.write(`${JSON.stringify(message)}\n`);
  }

  #take(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = [...this.#rest, text.slice(from, end)].join('');
      this.#rest = [];
      this.#length = 0;
      from = end + 1;
      if (line.length > MOST_LINE || !this.#read(line)) return void this.child.kill('SIGKILL');
    }
    this.#rest.push(text.slice(from));
    this.#length += text.length - from;
    if (this.#length > MOST_LINE) this.child.kill('SIGKILL');
  }

  #read(line: string): boolean {
    try {
      const message: unknown = JSON.parse(line);
      if (typeof message !== 'object' || message === null) return false;
      this.onMessage(message);
      return true;
    } catch {
      return false;
    }
  }
}
