const [BACKSLASH, LOWER_U] = [0x5c, 0x75];

/** A long text of a JSON document, decoded piece by piece. */
export class LongText {
  readonly #pieces: string[] = [];
  #at: number;

  /**
   * @param start byte of its first quote
   * @param end the byte after its last quote
   */
  constructor(
    private readonly bytes: Buffer,
    readonly start: number,
    readonly end: number,
  ) {
    this.#at = start + 1;
  }

  /** Decodes about `size` bytes more; answers whether that was all of it. @throws SyntaxError */
  advance(size: number): boolean {
    const { bytes } = this;
    const last = this.end - 1;
    const stop = Math.min(last, this.#at + size);
    let at = this.#at;
    // A piece ends neither within an escape nor within a character.
    while (at < stop) at += bytes[at] !== BACKSLASH ? 1 : bytes[at + 1] === LOWER_U ? 6 : 2;
    for (let more = 0; more < 3 && (bytes[at]! & 0xc0) === 0x80; more++) at++;
    at = Math.min(at, last);
    this.#pieces.push(JSON.parse(`"${bytes.toString('utf8', this.#at, at)}"`) as string);
    this.#at = at;
    return at === last;
  }

  /** The text, once all of it is decoded. */
  get text(): string {
    return this.#pieces.join('');
  }
}
