import { isFault } from '#core/base/common/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import type { FormModels, ModelAnswer, ModelQuestion } from '../kit/form-services.ts';

/** Milliseconds between two looks at a growing answer: it is drawn, not each of its words. */
const DRAW_MS = 80;

/** An answer on its way, or one that failed. */
export interface FormRun {
  readonly key: string;
  /** Text so far. */
  readonly text: string;
  readonly since: number;
  /** Why it failed; undefined while it is on its way. */
  readonly problem: string | undefined;
  /** Code of the failure, where it has one. */
  readonly code?: string;
}

/** Outcome of an answer. `stopped` is one that the person ended. */
export interface RunOutcome extends Partial<ModelAnswer> {
  readonly text: string;
  readonly stopped: boolean;
  readonly latencyMs: number;
}

interface Held {
  run: FormRun;
  readonly controller: AbortController;
  readonly finish: (outcome: RunOutcome) => string | undefined;
}

/**
 * Answers of models that an open form waits for. They belong to the form, not to what is on the screen, and end with
 * it.
 */
export class FormRuns {
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  #disposed = false;

  /** Grows with every change that is worth drawing. */
  get version(): number {
    return this.#version;
  }

  get(key: string): FormRun | undefined {
    return this.#held.get(key)?.run;
  }

  isRunning(key: string): boolean {
    const found = this.#held.get(key);
    return found !== undefined && found.run.problem === undefined;
  }

  /** Those whose key begins so. */
  under(prefix: string): readonly FormRun[] {
    return [...this.#held.values()].map(each => each.run).filter(each => each.key.startsWith(prefix));
  }

  /** Asks a model. `finish` takes the whole answer, and says why it cannot. The same key again ends the one before. */
  start(key: string, models: FormModels, projectId: number, question: ModelQuestion, finish: Held['finish']): void {
    this.#held.get(key)?.controller.abort();
    const controller = new AbortController();
    const held: Held = { run: { key, text: '', since: performance.now(), problem: undefined }, controller, finish };
    this.#held.set(key, held);
    this.#notify();
    const onDelta = (text: string): void => {
      held.run = { ...held.run, text: held.run.text + text };
      this.#timer ??= setTimeout(() => this.#notify(), DRAW_MS);
    };
    models
      .run(projectId, question, { onDelta, signal: controller.signal })
      .then(answer => this.#end(key, held, { ...answer, stopped: false }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted)
          this.#fail(key, held, errorText(error), isFault(error) ? error.code : undefined);
      });
  }

  /** Ends an answer that is on its way; what came so far is kept. */
  stop(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined || held.run.problem !== undefined) return;
    held.controller.abort();
    if (held.run.text === '') this.dismiss(key);
    else
      this.#end(key, held, {
        text: held.run.text,
        stopped: true,
        latencyMs: Math.round(performance.now() - held.run.since),
      });
  }

  /** Takes a failed answer off the screen, or ends one without keeping it. */
  dismiss(key: string): void {
    this.#held.get(key)?.controller.abort();
    if (this.#held.delete(key)) this.#notify();
  }

  dismissUnder(prefix: string): void {
    for (const { key } of this.under(prefix)) this.dismiss(key);
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    for (const { controller } of this.#held.values()) controller.abort();
    this.#held.clear();
    this.#listeners.clear();
  }

  #end(key: string, held: Held, outcome: RunOutcome): void {
    if (this.#disposed || this.#held.get(key) !== held) return;
    const problem = held.finish(outcome);
    if (problem !== undefined) return this.#fail(key, held, problem);
    this.#held.delete(key);
    this.#notify();
  }

  #fail(key: string, held: Held, problem: string, code?: string): void {
    if (this.#disposed || this.#held.get(key) !== held) return;
    held.run = { ...held.run, problem, ...(code === undefined ? {} : { code }) };
    this.#notify();
  }

  #notify(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
