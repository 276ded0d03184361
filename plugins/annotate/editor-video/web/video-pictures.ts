import { proxy, snapshot } from 'valtio';
import { rendersInSoftware } from '#plugins/annotate/stage/web/kit/index.ts';
import type { MediaFacts } from '../common/media/probe-media.ts';
import type { Picture } from './decode/decode-messages.ts';
import { VideoSource } from './decode/video-source.ts';
import type { VideoBackdrop } from './video-backdrop.ts';

/** State of the pictures of a file. */
export type PicturesState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'ready'; readonly facts: MediaFacts }
  /** The file can be annotated, but this browser cannot show it. */
  | { readonly phase: 'undecodable'; readonly facts: MediaFacts }
  | { readonly phase: 'failed'; readonly reason: string };

/** Bytes of converted pictures that wait on this side, and how many are kept waiting however large they are. */
const PIXEL_BUDGET = 128_000_000;
const FEWEST = 4;

/** The decoded pictures of a video: asks for them, keeps those that are about to be shown, and paints them. */
export class VideoPictures {
  readonly state = proxy<{ now: PicturesState; missing: boolean }>({ now: { phase: 'opening' }, missing: false });
  readonly #backdrop: VideoBackdrop;
  readonly #arrived: (frame: number) => void;
  readonly #ready = new Map<number, Picture>();
  readonly #missing = new Set<number>();
  #source: VideoSource | undefined;
  #url = '';
  #wanted: ReadonlySet<number> = new Set();
  /** Pictures that wait on this side. */
  #most = Infinity;

  constructor(backdrop: VideoBackdrop, arrived: (frame: number) => void) {
    this.#backdrop = backdrop;
    this.#arrived = arrived;
  }

  /** Opens a file. Undefined when it could not be; the state says why. */
  async open(url: string, known?: () => Promise<MediaFacts | undefined>): Promise<MediaFacts | undefined> {
    try {
      if (url === '') throw new Error('the file is not in storage');
      const { facts, decodable } = await this.#begin(url).open(url, await known?.().catch(() => undefined));
      if (facts.kind === 'video') {
        this.#backdrop.setSize(facts);
        if (rendersInSoftware())
          this.#most = Math.max(FEWEST, Math.floor(PIXEL_BUDGET / (facts.width * facts.height * 4)));
      }
      this.state.now = { phase: decodable ? 'ready' : 'undecodable', facts };
      return facts;
    } catch (error) {
      this.state.now = { phase: 'failed', reason: error instanceof Error ? error.message : String(error) };
      return undefined;
    }
  }

  /** The file has sound and no pictures. */
  get soundOnly(): boolean {
    const { now } = this.state;
    return now.phase === 'ready' && now.facts.kind === 'audio';
  }

  /** Takes the pictures from a file that was converted frame by frame. False when they cannot be decoded either. */
  async replace(url: string): Promise<boolean> {
    const { now } = this.state;
    if (now.phase !== 'undecodable') return false;
    const facts = snapshot(now).facts as MediaFacts;
    const { decodable } = await this.#begin(url).open(url, facts);
    if (decodable) this.state.now = { phase: 'ready', facts };
    return decodable;
  }

  /** The file that the pictures come from, with what it holds; undefined while they cannot be decoded. */
  decodable(): { readonly url: string; readonly facts: MediaFacts } | undefined {
    const { now } = this.state;
    return now.phase === 'ready' && now.facts.kind === 'video'
      ? { url: this.#url, facts: snapshot(now).facts as MediaFacts }
      : undefined;
  }

  /** Asks for pictures; those that came before and are not among them are let go. */
  want(frames: readonly number[], ahead: readonly number[]): void {
    const near = frames.slice(0, this.#most);
    this.#wanted = new Set(near);
    for (const [frame, picture] of this.#ready) {
      if (this.#wanted.has(frame)) continue;
      this.#source?.release(picture);
      this.#ready.delete(frame);
    }
    if (this.#decodes) this.#source?.want(near, [...frames.slice(near.length), ...ahead]);
  }

  /** A frame can be shown now: its picture is here, or there is none to wait for. */
  has(frame: number): boolean {
    return !this.#decodes || this.#ready.has(frame) || this.#missing.has(frame);
  }

  show(frame: number): void {
    const picture = this.#ready.get(frame);
    this.state.missing =
      picture === undefined && this.state.now.phase === 'ready' && this.state.now.facts.kind === 'video';
    if (picture === undefined) this.#backdrop.clear();
    else this.#backdrop.paint(picture, frame);
  }

  dispose(): void {
    this.want([], []);
    this.#source?.dispose();
  }

  #begin(url: string): VideoSource {
    this.#source?.dispose();
    this.#url = url;
    return (this.#source = new VideoSource({
      frame: (frame, picture) => this.#receive(frame, picture),
      missing: frame => this.#lack(frame),
    }));
  }

  get #decodes(): boolean {
    const { now } = this.state;
    return now.phase === 'ready' && now.facts.kind === 'video';
  }

  #receive(frame: number, picture: Picture): void {
    if (!this.#wanted.has(frame) || this.#ready.has(frame)) {
      this.#source?.release(picture);
      return;
    }
    this.#ready.set(frame, picture);
    this.#arrived(frame);
  }

  #lack(frame: number): void {
    this.#missing.add(frame);
    this.#arrived(frame);
  }
}
