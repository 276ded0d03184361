import { allAtOnce } from '#core/base/common/index.ts';
import { isAccepted, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { videoChecks } from '../common/checks.ts';
import type { Track } from '../common/tracks/track.ts';
import { isTrack } from '../common/tracks/track.ts';

/** The tracks that a person copied last, kept in this browser for the next item and other tabs. */
export class TrackClipboard {
  readonly #key: string;
  #content: readonly Track[] = [];

  /** `person` is whose clipboard it is, e.g. an e-mail address. */
  constructor(person: string) {
    this.#key = `loupe_video_clipboard ${person}`;
  }

  get tracks(): readonly Track[] {
    const stored = this.#read();
    return stored === null ? this.#content : parsed(stored);
  }

  copy(tracks: readonly Track[]): void {
    this.#content = tracks;
    try {
      localStorage.setItem(this.#key, JSON.stringify(tracks));
    } catch {
      // Too much for the browser's store: the copy is kept in this tab, and an older one must not come back instead.
      this.#forget();
    }
  }

  #read(): string | null {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }

  #forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // A browser that stores nothing has nothing to forget.
    }
  }
}

/** Anything on this origin may have written there: what is no valid list of tracks is nothing. */
function parsed(text: string): readonly Track[] {
  try {
    const document = readDocument({ metadata: { name: 'clipboard' }, instances: JSON.parse(text) as unknown });
    return isAccepted(allAtOnce(videoChecks(document, { form: 'internal' }))) ? document.instances.filter(isTrack) : [];
  } catch {
    return [];
  }
}
