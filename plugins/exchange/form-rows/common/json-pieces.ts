/** Longest single item in characters: 15 MiB. */
export const longestPiece = 15 * 1024 ** 2;

/**
 * Cuts JSON into the texts of its items without holding more than one: the values of one list, else one value after
 * another. Each piece is still to be parsed. @throws Error saying in which item the text does not go on as JSON.
 */
export class JsonPieces {
  #piece = '';
  #depth = 0;
  #inText = false;
  #escaped = false;
  #list: boolean | undefined;
  #ended = false;
  #count = 0;

  /** The pieces that end in this part. */
  write(text: string): string[] {
    const pieces: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (character === '\\') this.#escaped = true;
        else if (character === '"') this.#inText = false;
        continue;
      }
      if (this.#depth === 0 && (this.#piece + text.slice(from, at)).trim() === '') {
        if (/\s/.test(character)) continue;
        if (this.#ended) throw new Error('There is more text behind the end of the list.');
        if (this.#list === undefined && character === '[') {
          this.#list = true;
          from = at + 1;
          continue;
        }
        this.#list ??= false;
        if (this.#list && character === ']') {
          this.#ended = true;
          from = at + 1;
          continue;
        }
        if (this.#list && character === ',') {
          from = at + 1;
          continue;
        }
        if (character !== '{') throw new Error(`Item ${this.#count + 1} is no JSON object.`);
      }
      if (character === '"') this.#inText = true;
      else if (character === '{' || character === '[') this.#depth += 1;
      else if ((character === '}' || character === ']') && --this.#depth === 0) {
        pieces.push((this.#piece + text.slice(from, at + 1)).trim());
        this.#piece = '';
        this.#count += 1;
        from = at + 1;
      }
    }
    this.#piece += text.slice(from);
    if (this.#piece.length > longestPiece) throw new Error(`Item ${this.#count + 1} is larger than 15 MB.`);
    return pieces;
  }

  /** @throws Error when an item or the list is not whole. */
  end(): void {
    if (this.#piece.trim() !== '' || this.#inText)
      throw new Error(`Item ${this.#count + 1} is not whole: the file ends in it.`);
    if (this.#list === true && !this.#ended) throw new Error('The list is not whole: its ] is missing.');
  }
}
