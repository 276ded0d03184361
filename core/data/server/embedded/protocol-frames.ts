const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;
/**
 * Message types after which a client waits for an answer: Sync, Query, Flush, CopyDone, CopyFail, Terminate, password.
 */
const TURNS = new Set([0x53, 0x51, 0x48, 0x63, 0x66, 0x58, 0x70]);
const TERMINATE = 0x58;

/** Requests of a client: run these bytes, answer "no encryption", or end. */
export type ClientTurn =
  | { readonly kind: 'run'; readonly bytes: Uint8Array }
  | { readonly kind: 'refuse-encryption' }
  | { readonly kind: 'end' };

/**
 * Cuts the byte stream of one PostgreSQL client into turns. All messages up to the next one that expects an answer form
 * one turn, so that Parse, Bind, Execute and Sync reach the database together.
 */
export class ProtocolFrames {
  #waiting: Buffer[] = [];
  #size = 0;
  #needed = 8;
  #begun = false;

  /** Takes bytes as they arrive and answers the turns that are complete. */
  take(chunk: Buffer): readonly ClientTurn[] {
    this.#waiting.push(chunk);
    this.#size += chunk.length;
    // Joining on every chunk would copy a large message again and again.
    if (this.#size < this.#needed) return [];
    const bytes = this.#waiting.length === 1 ? chunk : Buffer.concat(this.#waiting);
    const turns: ClientTurn[] = [];
    const used = this.#cut(bytes, turns);
    const rest = bytes.subarray(used);
    this.#waiting = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
    return turns;
  }

  /** Adds complete turns and answers how many bytes they took; sets how many bytes are needed to go on. */
  #cut(bytes: Buffer, turns: ClientTurn[]): number {
    let used = 0;
    let at = 0;
    for (;;) {
      const head = this.#begun ? 5 : 8;
      if (bytes.length - at < head) return this.#wait(used, at - used + head);
      const length = this.#begun ? 1 + bytes.readInt32BE(at + 1) : bytes.readInt32BE(at);
      if (!this.#begun) {
        const code = bytes.readInt32BE(at + 4);
        if (code === SSL_REQUEST || code === GSS_REQUEST) {
          turns.push({ kind: 'refuse-encryption' });
          used = at += length;
          continue;
        }
        if (code === CANCEL_REQUEST) {
          turns.push({ kind: 'end' });
          return bytes.length;
        }
      }
      if (bytes.length - at < length) return this.#wait(used, at - used + length);
      const type = this.#begun ? bytes[at]! : 0x53;
      this.#begun = true;
      at += length;
      if (type === TERMINATE) {
        turns.push({ kind: 'end' });
        return bytes.length;
      }
      if (!TURNS.has(type)) continue;
      turns.push({ kind: 'run', bytes: new Uint8Array(bytes.subarray(used, at)) });
      used = at;
    }
  }

  #wait(used: number, needed: number): number {
    this.#needed = needed;
    return used;
  }
}
