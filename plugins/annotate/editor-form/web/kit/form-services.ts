import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';

/** A message of a conversation with a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One question: a conversation, or a prompt alone. */
export interface ModelQuestion {
  /** Name of a model that the project may use. */
  readonly model: string;
  readonly messages?: readonly ModelMessage[];
  readonly prompt?: string;
  readonly params?: { readonly temperature?: number; readonly max_tokens?: number };
  /** The item that is open: who may change it may ask. */
  readonly itemId?: number;
}

export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** The provider did not count. */
  readonly estimated: boolean;
}

export interface ModelAnswer {
  readonly text: string;
  readonly usage?: ModelUsage;
  /** US dollars; null without prices. */
  readonly cost?: number | null;
  readonly latencyMs: number;
  /** Its line in the log of the team. */
  readonly runId: number;
}

/** A request of a script that the server sends to a host the form names. */
export interface ScriptCall {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly itemId?: number;
}

/** Calls of forms to models and hosts outside, by the server. */
export interface FormModels {
  /** Models the project may use, by name. */
  list(projectId: number): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /**
   * Asks a model; `onDelta` receives each part of the answer as it comes.
   * @throws Fault with what went wrong, and the reason of `signal`.
   */
  run(
    projectId: number,
    question: ModelQuestion,
    options?: { readonly onDelta?: (text: string) => void; readonly signal?: AbortSignal },
  ): Promise<ModelAnswer>;
  /** @throws Fault SCRIPT_HOST for a host the published form does not name, and what egress refuses */
  fetch(
    projectId: number,
    call: ScriptCall,
    signal?: AbortSignal,
  ): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }>;
}

/**
 * Services of other plugins for open forms. Forms work without any of it: `models` is undefined while the plugin of
 * models is off.
 */
export class FormServices {
  readonly #listeners = new Set<() => void>();
  #models: FormModels | undefined;

  get models(): FormModels | undefined {
    return this.#models;
  }

  /** Offers models to forms until the answer is disposed. */
  provide({ models }: { readonly models: FormModels }): Disposable {
    this.#models = models;
    this.#notify();
    return toDisposable(() => {
      if (this.#models !== models) return;
      this.#models = undefined;
      this.#notify();
    });
  }

  /** Calls back when something is offered or taken away. Returns the way to stop. */
  onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
