import type { Client, Transport } from '#core/api/web/index.ts';
import { client } from '#core/api/web/index.ts';
import { formMediaApi, mediaAtOnce } from '../common/api.ts';
import type { FormFile } from '../common/files-api.ts';
import { formFilesApi } from '../common/files-api.ts';

interface Waiting {
  readonly address: string;
  readonly resolve: (url: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds in which questions are gathered: a form asks for all its pictures at about the same time. */
const GATHER = 30;

/** Files of one open item beside its document: media of other hosts that its form shows, and files in its fields. */
export class ItemFiles {
  readonly #media: Client<typeof formMediaApi>;
  readonly #files: Client<typeof formFilesApi>;
  #waiting: Waiting[] = [];
  /** Files uploaded here, before the list is asked for again. */
  readonly #uploaded = new Map<string, FormFile>();
  #listed: Promise<ReadonlyMap<string, FormFile>> | undefined;

  constructor(
    transport: Transport,
    readonly projectId: number,
    readonly itemId: number,
  ) {
    this.#media = client(formMediaApi, transport);
    this.#files = client(formFilesApi, transport);
  }

  /**
   * Returns the address at which this page reads a file of another host; null when the stored form does not hold the
   * address.
   * @throws Fault
   */
  media(address: string): Promise<string | null> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ address, resolve, reject }) === 1) setTimeout(() => void this.#ask(), GATHER);
    });
  }

  /** The file of a reference; undefined where the item has no such file for this reader. @throws Fault */
  async file(reference: string): Promise<FormFile | undefined> {
    const known = this.#uploaded.get(reference);
    if (known !== undefined) return known;
    const listing = (this.#listed ??= this.#files
      .listFormFiles({ params: this.#place, query: {} })
      .then(({ data }) => new Map(data.map(each => [each.reference, each]))));
    try {
      return (await listing).get(reference);
    } catch (error) {
      this.#listed = undefined;
      throw error;
    }
  }

  /** Asks again what files there are when the next one is wanted. */
  forget(): void {
    this.#listed = undefined;
  }

  /** Uploads a file for a field. @throws Fault, and the reason of `signal`. */
  async upload(
    component: string,
    file: File,
    signal: AbortSignal,
    onProgress: (sent: number, total: number) => void,
  ): Promise<FormFile> {
    const kept = await this.#files.putFormFile({
      params: this.#place,
      query: { component, name: file.name },
      body: file,
      signal,
      onProgress,
    });
    this.#uploaded.set(kept.reference, kept);
    return kept;
  }

  get #place(): { readonly project_id: number; readonly item_id: number } {
    return { project_id: this.projectId, item_id: this.itemId };
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < asked.length; at += mediaAtOnce) {
      const part = asked.slice(at, at + mediaAtOnce);
      try {
        const { urls } = await this.#media.signFormMedia({
          params: this.#place,
          body: { addresses: part.map(each => each.address) },
        });
        part.forEach((each, place) => each.resolve(urls[place] ?? null));
      } catch (error) {
        for (const each of part) each.reject(error);
      }
    }
  }
}
