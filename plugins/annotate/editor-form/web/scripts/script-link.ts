import { Fault } from '#core/base/common/index.ts';
import { isRecord, messageLimit, startThread } from '#plugins/annotate/annotations/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import type { BridgeTransport } from '#sdk/bridge/index.ts';
import { BridgePeer } from '#sdk/bridge/index.ts';
import type {
  FormAct,
  FormActions,
  FormEventKind,
  FormHook,
  FormScriptEvents,
  FormStart,
  Listening,
  ScriptActions,
  ScriptComponent,
} from '#sdk/form/form-protocol.ts';
import { formEventKinds, formHooks, LONGEST_ANSWER_MS } from '#sdk/form/form-protocol.ts';
import { isFormPath } from '#sdk/form/form-path.ts';
import { isRefusal } from '#sdk/form/script-end.ts';
import { sameJson } from '#sdk/form/form-mirror.ts';
import type { FormController } from '../form-controller.ts';
import { applyActs } from './apply-acts.ts';
import type { FormSnapshot } from './form-snapshot.ts';
import { readSnapshot, scriptComponents, snapshotChanges } from './form-snapshot.ts';
import { MOST_ACTS, readActs } from './read-acts.ts';
import { ScriptCalls } from './script-calls.ts';
import type { ScriptScreen } from './script-screen.ts';
import type { FormServices } from '../kit/form-services.ts';
import { messages } from '../messages.ts';

/** Returns the facts for a script about the item and its variables. */
export type ScriptFacts = () => Pick<FormStart, 'item' | 'env' | 'secure'>;

export interface LinkOptions {
  readonly controller: FormController;
  readonly projectId: number;
  readonly services: FormServices;
  readonly screen: ScriptScreen;
  readonly facts: ScriptFacts;
  /** The script listens to other things than before. */
  readonly listening: (to: Listening) => void;
  /** Something was refused, for those who write scripts. */
  readonly refused: (text: string) => void;
}

/** Name of the step of undo that a script makes. */
const LABEL = messages.shared.scriptOfTheForm;

/**
 * The form's end of the bridge to its script. All that comes from there is checked: a script may do what the person who
 * has the form open may do, and knows what they may see.
 */
export class ScriptLink {
  readonly #options: LinkOptions;
  readonly #peer: BridgePeer<FormActions, ScriptActions, FormScriptEvents>;
  readonly #calls: ScriptCalls;
  readonly #stops: (() => void)[] = [];
  #components: ReadonlyMap<string, ScriptComponent> = new Map();
  #sent: FormSnapshot = { values: new Map(), rows: new Map(), errors: [] };
  #facts: Pick<FormStart, 'item' | 'env' | 'secure'>;
  #listening: Listening = { events: [], hooks: [] };
  #turn = 0;
  #soon = false;
  #closed = false;
  #frozen = false;

  constructor(transport: BridgeTransport, options: LinkOptions) {
    this.#options = options;
    this.#facts = options.facts();
    this.#calls = new ScriptCalls({
      projectId: options.projectId,
      itemId: options.controller.session.item.id,
      services: options.services,
      delta: (run, text) => this.#peer.emit('delta', { run, text }),
    });
    const { screen } = options;
    this.#peer = new BridgePeer<FormActions, ScriptActions, FormScriptEvents>(
      transport,
      {
        models: () => this.#calls.models(),
        model: args => this.#calls.model(args),
        fetch: args => this.#calls.fetch(args),
        confirm: args => screen.confirm(args),
        comment: args => this.#comment(args),
      },
      undefined,
      LONGEST_ANSWER_MS,
    );
    this.#peer.on('acts', given => this.#take(given));
    this.#peer.on('listening', given => this.#listen(given));
    this.#peer.on('post', given => this.#post(given));
    this.#peer.on('busy', given => screen.busy(given));
    this.#peer.on('toast', given => screen.toast(given));
    this.#peer.on('open', given => screen.open(given));
    this.#peer.on('focus', given => screen.focus(given));
    this.#peer.on('shortcut', given => screen.shortcut(given));
    this.#stops.push(
      options.controller.topics.onAny(() => this.#changed()),
      options.controller.session.subscribe(() => this.#changed()),
    );
  }

  /** Events the script listens to. */
  get listening(): Listening {
    return this.#listening;
  }

  /** True while a model answers, which may take longer than other things. */
  get isAsking(): boolean {
    return this.#calls.isAsking;
  }

  /** Ends the answers of models that are under way; true when there were some. */
  stopModels(): boolean {
    return this.#calls.stop();
  }

  /** Runs the top level of the script. @throws BridgeError when it fails. */
  async start(): Promise<void> {
    const start = this.#start();
    this.#listen(await this.#peer.request('start', start));
  }

  listensTo(id: string, kind: FormEventKind): boolean {
    return this.#listening.events.some(each => each.id === id && each.kind === kind);
  }

  hasHook(name: FormHook): boolean {
    return this.#listening.hooks.includes(name);
  }

  /** Reports an event to the script and waits until it has handled it. */
  async event(event: ScriptActions['event']['args']): Promise<void> {
    this.#sendChanges();
    await this.#peer.request('event', event);
  }

  async shortcut(keys: string): Promise<void> {
    this.#sendChanges();
    await this.#peer.request('shortcut', { keys });
  }

  /** Asks a hook. Answers why it refuses: a reason, or `''` for none; undefined when it does not. */
  async hook(name: FormHook, given: readonly unknown[] = []): Promise<string | undefined> {
    this.#sendChanges();
    const reply: unknown = await this.#peer.request('hook', { name, given });
    const answer = isRecord(reply) ? reply['answer'] : undefined;
    if (!isRefusal(answer)) return undefined;
    return answer === false ? '' : answer.slice(0, 500);
  }

  /** The form does not change any more; the script may still close what it has open. */
  freeze(): void {
    this.#frozen = true;
    this.#closed = true;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.#calls.close();
    this.#peer.close();
  }

  #start(): FormStart {
    const { controller, facts } = this.#options;
    const components = scriptComponents(controller);
    this.#components = new Map(components.map(each => [each.id, each]));
    this.#sent = readSnapshot(controller, this.#components);
    this.#facts = facts();
    return {
      ...this.#facts,
      components,
      values: [...this.#sent.values.values()].map(({ path, value }) => [path, value] as const),
      rows: [...this.#sent.rows.values()].map(({ path, count }) => [path, count] as const),
      errors: this.#sent.errors,
    };
  }

  #changed(): void {
    if (this.#soon || this.#closed) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      if (!this.#closed) this.#sendChanges();
    });
  }

  /** Reports the differences to the script; with `must` also that there are none. */
  #sendChanges(must = false): void {
    const { controller, facts } = this.#options;
    if (this.#components.size === 0 || this.#frozen) return;
    const turn = this.#turn;
    if (!sameJson(scriptComponents(controller), [...this.#components.values()]) || !sameJson(facts(), this.#facts)) {
      this.#peer.emit('changes', { turn, again: this.#start(), values: [], back: [], rows: [] });
      return;
    }
    const now = readSnapshot(controller, this.#components);
    const changes = snapshotChanges(this.#sent, now);
    this.#sent = now;
    if (changes !== undefined || must)
      this.#peer.emit('changes', { turn, ...(changes ?? { values: [], back: [], rows: [] }) });
  }

  #take(given: unknown): void {
    if (this.#frozen || !isRecord(given) || !Number.isSafeInteger(given['turn'])) return;
    this.#turn = given['turn'] as number;
    const read = readActs(given['acts']);
    const acts = read.filter(each => each !== undefined);
    if (acts.length < read.length) this.#options.refused(messages.scriptLink.scriptSentSomething);
    if (Array.isArray(given['acts']) && given['acts'].length > MOST_ACTS)
      this.#options.refused(messages.scriptLink.theScriptChangedMoreThan(MOST_ACTS));
    this.#do(acts);
    this.#sendChanges(true);
  }

  #do(acts: readonly FormAct[]): void {
    const { controller, refused } = this.#options;
    // What is typed moves with its row; a field in which somebody types right now is left to them.
    if (acts.some(each => each.kind === 'append' || each.kind === 'delete')) controller.drafts.commit();
    const outcome = applyActs(controller, acts);
    if (outcome.patches.length > 0) controller.edit(LABEL, outcome.patches, { whole: true });
    for (const { path, value } of outcome.apart) controller.setApart(path, value);
    for (const act of acts) this.#look(act);
    for (const text of new Set(outcome.refused)) refused(text);
  }

  /** Applies an act that only changes the look: rights stay above it. */
  #look(act: FormAct): void {
    const { controller } = this.#options;
    if (act.kind === 'set' || act.kind === 'append' || act.kind === 'delete') return;
    const id = String(act.path.at(-1));
    if (controller.plan.component(id) === undefined) return;
    const look = {
      show: { shown: true },
      hide: { shown: false },
      enable: { disabled: false },
      disable: { disabled: true },
    };
    controller.overlay.put(
      act.path,
      act.kind === 'options'
        ? { options: act.options }
        : act.kind === 'error'
          ? { error: act.message }
          : look[act.kind],
    );
    controller.notifyLook(id);
  }

  #listen(given: unknown): void {
    if (!isRecord(given) || !Array.isArray(given['events']) || !Array.isArray(given['hooks'])) return;
    const events = given['events']
      .filter(
        each =>
          isRecord(each) && typeof each['id'] === 'string' && formEventKinds.includes(each['kind'] as FormEventKind),
      )
      .slice(0, MOST_ACTS) as Listening['events'];
    this.#listening = {
      events,
      hooks: formHooks.filter(each => (given['hooks'] as readonly unknown[]).includes(each)),
    };
    this.#options.listening(this.#listening);
  }

  /** Posts a message to a web component; one that is not on the screen does not receive it. */
  #post(given: unknown): void {
    const key = isRecord(given) ? keyOfPlace(given['path']) : undefined;
    if (key === undefined || !isRecord(given) || this.#frozen) return;
    if (!this.#options.controller.webComponents.post(key, given['message']))
      this.#options.refused(messages.scriptLink.thereIsNoWebComponent(JSON.stringify(given['path'])));
  }

  #comment({ text, path }: FormActions['comment']['args']): Record<string, never> {
    const { controller } = this.#options;
    if (this.#frozen) throw new Fault('CLOSED', 'The item is left; it does not change any more.');
    if (typeof text !== 'string' || text.trim() === '' || text.length > messageLimit)
      throw new Fault('BAD_COMMENT', `A comment has 1 to ${messageLimit} characters.`);
    if (path !== undefined && (!isFormPath(path) || controller.plan.component(String(path.at(-1))) === undefined))
      throw new Fault('BAD_COMMENT', 'The comment is about a component that is not in the form.');
    const patch = startThread(text, path === undefined ? undefined : { element_path: path }, {
      email: controller.session.user.email,
      role: controller.session.user.role,
    });
    controller.session.edit(messages.scriptLink.commentOfTheScript, [patch]);
    if (!controller.session.scene.comments.some(each => each.id === patch.id))
      throw new Fault('FORBIDDEN', 'This person may not comment here.');
    return {};
  }
}

/** The key of a place that came from a script; undefined for none. */
export const keyOfPlace = (path: unknown): string | undefined =>
  isFormPath(path) && path.length % 2 === 1 ? pathKey(path) : undefined;
