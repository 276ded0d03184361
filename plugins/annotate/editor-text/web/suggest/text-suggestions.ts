import type { Disposable } from '#core/base/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { Dictionary } from '../../common/dictionary/dictionary.ts';
import type { Stretch } from '../../common/snap-selection.ts';
import { suggestedSpan } from '../../common/dictionary/suggested-span.ts';
import { isEntity } from '../../common/text-instances.ts';
import { messages } from '../messages.ts';
import type { TextContext } from '../text-context.ts';
import { RejectedSuggestions } from './rejected-suggestions.ts';
import type { Suggestion, SuggestionHost, SuggestionState } from './suggestion.ts';
import type { SuggestAnswer, SuggestRequest } from './suggest-messages.ts';

const nothing: SuggestionState = { busy: false, applied: false, error: undefined, more: false, current: undefined };

/**
 * Spans that the project's dictionary suggests for a text: found in a worker, drawn, accepted or rejected one by one or
 * many at once.
 */
export class TextSuggestions implements Disposable {
  readonly #context: TextContext;
  readonly #host: SuggestionHost;
  readonly #rejected: RejectedSuggestions;
  readonly #listeners = new Set<() => void>();
  #worker: Worker | undefined;
  #asked = 0;
  #found: readonly Suggestion[] = [];
  #open: { readonly version: unknown; readonly list: readonly Suggestion[] } | undefined;
  #state = nothing;

  constructor(context: TextContext, host: SuggestionHost) {
    this.#context = context;
    this.#host = host;
    this.#rejected = new RejectedSuggestions(context.session.item.id);
  }

  get state(): SuggestionState {
    return this.#state;
  }

  /**
   * Those that are neither accepted nor rejected nor marked by hand, as they are read. The same list as long as they
   * are the same.
   */
  get open(): readonly Suggestion[] {
    if (this.#found.length === 0) return this.#found;
    const version = this.#context.session.scene.summary.instancesVersion;
    if (this.#open?.version !== version) this.#open = { version, list: this.#left() };
    return this.#open.list;
  }

  /** Number of suggestions rejected on this text, now or earlier. */
  get rejectedCount(): number {
    return this.#rejected.size;
  }

  /** The one that keys are about. */
  get current(): Suggestion | undefined {
    const { current } = this.#state;
    return current === undefined ? undefined : this.open.find(each => each.name === current);
  }

  /** Keys are about a suggestion, and about nothing else. */
  get atHand(): boolean {
    return (
      this.current !== undefined &&
      this.#context.session.scene.selection.size === 0 &&
      this.#context.hand.chosen === undefined
    );
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks for all terms of the dictionary. What is found takes the place of what was. */
  async apply(): Promise<void> {
    this.cancel();
    this.#asked += 1;
    const asked = this.#asked;
    this.#set({ busy: true, error: undefined });
    try {
      const dictionary = await this.#host.dictionary();
      if (asked !== this.#asked) return;
      const answer = await this.#search({ text: this.#context.text, dictionary });
      if (asked !== this.#asked) return;
      this.#take(dictionary, answer);
    } catch (error) {
      if (asked === this.#asked) this.#set({ busy: false, error: errorText(error) });
    }
  }

  /** Gives up looking. */
  cancel(): void {
    this.#asked += 1;
    this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#state.busy) this.#set({ busy: false });
  }

  /** Takes all suggestions off the screen; nothing is rejected. */
  clear(): void {
    this.cancel();
    this.#found = [];
    this.#open = undefined;
    this.#set(nothing);
  }

  /** Makes a suggestion the one that keys are about, and brings it into view. */
  choose(name: string): void {
    const { scene } = this.#context.session;
    scene.select([]);
    this.#context.set({ chosen: undefined });
    this.#set({ current: name });
    const { current } = this;
    if (current === undefined) return;
    this.#context.set({ caret: current.end });
    this.#host.reveal(current.start);
  }

  /** No suggestion is the one that keys are about. */
  leave(): void {
    this.#set({ current: undefined });
  }

  /** The next or the previous one, from the current one or from the caret, around the end. */
  step(forward: boolean): void {
    const { open, current } = this;
    const at = current === undefined ? -1 : open.indexOf(current);
    const { caret } = this.#context.hand;
    const next =
      at >= 0
        ? open[(at + (forward ? 1 : -1) + open.length) % open.length]
        : forward
          ? (open.find(each => each.start >= caret) ?? open[0])
          : (open.findLast(each => each.start < caret) ?? open.at(-1));
    if (next === undefined) this.#context.session.notify(messages.textSuggestions.noSuggestions);
    else this.choose(next.name);
  }

  accept(chosen: Suggestion | undefined = this.current): void {
    if (chosen !== undefined) this.#accept([chosen], messages.textSuggestions.acceptName(chosen.owner.name));
  }

  /** Accepts all that say the same and are of the same class. */
  acceptSame(chosen: Suggestion | undefined = this.current): void {
    if (chosen === undefined) return;
    const same = this.#sameAs(chosen);
    this.#accept(
      same,
      same.length === 1
        ? messages.textSuggestions.acceptName(chosen.owner.name)
        : messages.textSuggestions.acceptCountSame(same.length),
    );
  }

  /** Accepts many as one step of undo. */
  acceptAll(chosen: readonly Suggestion[] = this.open): void {
    if (chosen.length === 0) this.#context.session.notify(messages.textSuggestions.noSuggestions);
    else
      this.#accept(
        chosen,
        chosen.length === 1
          ? messages.textSuggestions.acceptName(chosen[0]!.owner.name)
          : messages.textSuggestions.acceptCountSuggestions(chosen.length),
      );
  }

  reject(chosen: Suggestion | undefined = this.current): void {
    if (chosen === undefined) return;
    const next = this.#after([chosen]);
    this.#rejected.add([chosen.name]);
    this.#goOn(next);
  }

  /** Suggests again what was rejected on this text. */
  restoreRejected(): void {
    this.#rejected.clear();
    this.#goOn(undefined);
  }

  dispose(): void {
    this.cancel();
  }

  #sameAs({ start, end, owner }: Suggestion): readonly Suggestion[] {
    const { text } = this.#context;
    const words = text.slice(start, end);
    return this.open.filter(
      each =>
        each.owner.id === owner.id && each.end - each.start === words.length && text.startsWith(words, each.start),
    );
  }

  #accept(chosen: readonly Suggestion[], label: string): void {
    const { session, author } = this.#context;
    if (session.readOnly) {
      session.notify(messages.shared.thisItemIsReadOnly);
      return;
    }
    const next = this.#after(chosen);
    const now = new Date();
    session.edit(
      label,
      chosen.map(each =>
        insertInstance(suggestedSpan(this.#context.rangeOf(each), each.entry, each.owner, author, now)),
      ),
    );
    if (chosen.length > 1) session.notify(messages.textSuggestions.countSuggestionsAreAccepted(chosen.length));
    this.#goOn(next);
  }

  /** The one to go on with after some are done with. */
  #after(done: readonly Suggestion[]): string | undefined {
    const gone = new Set(done.map(each => each.name));
    const { open, current } = this;
    const at = current === undefined ? 0 : open.indexOf(current);
    return [...open.slice(at), ...open.slice(0, at)].find(each => !gone.has(each.name))?.name;
  }

  #goOn(next: string | undefined): void {
    this.#open = undefined;
    if (next === undefined || this.#state.current === undefined) this.#set({ current: undefined });
    else this.choose(next);
  }

  #left(): readonly Suggestion[] {
    const { session, index } = this.#context;
    const marked = new Set(
      session.scene.instances.filter(isEntity).map(each => nameOf(index.stretchOf(each), each.classId)),
    );
    return this.#found.filter(({ name }) => !marked.has(name) && !this.#rejected.has(name));
  }

  #search(request: SuggestRequest): Promise<SuggestAnswer> {
    const worker = new Worker(new URL('./suggest-worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    return new Promise<SuggestAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SuggestAnswer>) => resolve(data);
      worker.onerror = () => reject(new Error('Looking for the terms failed. Try again.'));
      worker.postMessage(request);
    }).finally(() => {
      worker.terminate();
      if (this.#worker === worker) this.#worker = undefined;
    });
  }

  #take({ entries }: Dictionary, { places, more }: SuggestAnswer): void {
    const owners = new Map(
      this.#context.session.classes.filter(each => each.type === ClassType.Object).map(each => [each.id, each]),
    );
    const found: Suggestion[] = [];
    for (let at = 0; at < places.length; at += 3) {
      const entry = entries[places[at + 2]!]!;
      const owner = owners.get(entry.class_id);
      const place = { start: places[at]!, end: places[at + 1]! };
      if (owner !== undefined) found.push({ ...place, name: nameOf(place, owner.id), entry, owner });
    }
    this.#found = found;
    this.#open = undefined;
    this.#set({ busy: false, applied: true, more, current: undefined });
    const { open } = this;
    const { session } = this.#context;
    if (entries.length === 0) session.notify(messages.textSuggestions.dictionaryOfThisProjectIsEmpty);
    else if (open.length === 0)
      session.notify(
        found.length === 0
          ? messages.textSuggestions.noTermOfTheDictionary
          : messages.textSuggestions.allTermsOfTheDictionary,
      );
    else this.choose((open.find(each => each.start >= this.#context.hand.caret) ?? open[0]!).name);
  }

  #set(change: Partial<SuggestionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const nameOf = ({ start, end }: Stretch, classId: number): string => `${start} ${end} ${classId}`;
