import type { FormPath } from './form-path.ts';
import type { FieldShape } from './field-shape.ts';

/** A component as a script knows it. */
export interface ScriptComponent {
  readonly id: string;
  readonly type: string;
  /** Ids of the groups around it, from the outside in. */
  readonly groups: readonly string[];
  /** Access of the signed-in person; of what is `hidden` a script gets no value. */
  readonly access: 'edit' | 'read' | 'hidden';
  /** Type of its value; absent where it holds none. */
  readonly shape?: FieldShape;
  /** The value it has where nothing was answered. */
  readonly given?: unknown;
  /** Its value follows others and can not be set. */
  readonly live?: true;
  /** Rows a group always has. */
  readonly least?: number;
}

/** The item the form belongs to. */
export interface ScriptItem {
  readonly id: number;
  readonly name: string;
  /** Name of its status, e.g. `QualityCheck`. */
  readonly status: string;
  readonly category: string | undefined;
  /** Name of the person's role, e.g. `Annotator`. */
  readonly role: string;
  readonly user: { readonly email: string };
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The attached JSON. */
  readonly payload: unknown;
}

/** Something that keeps a form from being complete. */
export interface FormError {
  readonly path: FormPath;
  readonly message: string;
}

/**
 * The form as it stands when a script begins. Values that are the given ones, and groups with their least rows, are
 * left out.
 */
export interface FormStart {
  readonly components: readonly ScriptComponent[];
  readonly values: readonly (readonly [FormPath, unknown])[];
  readonly rows: readonly (readonly [FormPath, number])[];
  readonly errors: readonly FormError[];
  readonly item: ScriptItem;
  /** Variables of the form; of secure ones the names only. */
  readonly env: Readonly<Record<string, string>>;
  readonly secure: readonly string[];
}

/** Acts of a script on the form. */
export type FormAct =
  | { readonly kind: 'set'; readonly path: FormPath; readonly value: unknown }
  | { readonly kind: 'append'; readonly path: FormPath }
  | { readonly kind: 'delete'; readonly path: FormPath }
  | { readonly kind: 'show' | 'hide' | 'enable' | 'disable'; readonly path: FormPath }
  | { readonly kind: 'options'; readonly path: FormPath; readonly options: readonly string[] | undefined }
  | { readonly kind: 'error'; readonly path: FormPath; readonly message: string | undefined };

/** Changes of the form, for a script. */
export interface FormChanges {
  /** The last turn of acts that is in it. */
  readonly turn: number;
  /** In place of all earlier reports, when rights or the item changed. */
  readonly again?: FormStart;
  readonly values: readonly (readonly [FormPath, unknown])[];
  /** Paths that have the given value again, or are gone. */
  readonly back: readonly FormPath[];
  readonly rows: readonly (readonly [FormPath, number])[];
  readonly errors?: readonly FormError[];
}

/**
 * Events of a component: a changed answer, a press of a button, a row that was added or deleted, a message of a web
 * component.
 */
export type FormEventKind =
  | 'click'
  | 'change'
  | 'deleted'
  | 'selected'
  | 'deselected'
  | 'message'
  | 'wcevent'
  | 'opened'
  | 'closed';
export const formEventKinds: readonly FormEventKind[] = [
  'click',
  'change',
  'deleted',
  'selected',
  'deselected',
  'message',
  'wcevent',
  'opened',
  'closed',
];

/** Name of a moment in the life of an item that a script may take part in; see FormHooks. */
export type FormHook =
  | 'open'
  | 'close'
  | 'beforeSave'
  | 'saved'
  | 'beforeStatusChange'
  | 'statusChanged'
  | 'rowDeleted';
export const formHooks: readonly FormHook[] = [
  'open',
  'close',
  'beforeSave',
  'saved',
  'beforeStatusChange',
  'statusChanged',
  'rowDeleted',
];

/** Subscription of a script. */
export interface Listening {
  readonly events: readonly { readonly id: string; readonly kind: FormEventKind }[];
  readonly hooks: readonly FormHook[];
}

/** Calls that a script provides to the form. */
export interface ScriptActions {
  /** Runs the top level of the script; answers when that is done. */
  readonly start: { readonly args: FormStart; readonly data: Listening };
  readonly event: {
    readonly args: {
      readonly id: string;
      readonly kind: FormEventKind;
      readonly path: FormPath;
      readonly value?: unknown;
    };
    readonly data: { readonly failed: boolean };
  };
  /** `answer` is what the hook gave: false or a reason refuses. */
  readonly hook: {
    readonly args: { readonly name: FormHook; readonly given: readonly unknown[] };
    readonly data: { readonly answer: unknown; readonly failed: boolean };
  };
  readonly shortcut: { readonly args: { readonly keys: string }; readonly data: { readonly failed: boolean } };
}

/** Messages to a model, oldest first. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Question for a model. */
export interface ModelInput {
  /** One question; or `messages`. */
  readonly prompt?: string;
  readonly messages?: readonly ModelMessage[];
  /** Settings of the call: how free the answer is (0–2), and its longest length in tokens. */
  readonly params?: { readonly temperature?: number; readonly max_tokens?: number };
}

/**
 * The whole answer of a model with its cost: tokens as the provider counts them, US dollars where prices are set,
 * milliseconds until the last word.
 */
export interface ModelAnswer {
  readonly text: string;
  /** Milliseconds. */
  readonly latencyMs: number;
  /** Tokens of the question and of the answer. */
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  /** US dollars; null without prices. */
  readonly cost?: number | null;
}

export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Calls that the form provides to a script. */
export interface FormActions {
  readonly models: {
    readonly args: Record<string, never>;
    readonly data: readonly { readonly name: string; readonly description: string }[];
  };
  readonly model: {
    readonly args: {
      readonly run: number;
      readonly model: string;
      readonly input: ModelInput;
      readonly stream: boolean;
    };
    readonly data: ModelAnswer;
  };
  readonly fetch: { readonly args: HttpRequest; readonly data: HttpAnswer };
  readonly confirm: { readonly args: { readonly text: string; readonly action?: string }; readonly data: boolean };
  readonly comment: {
    readonly args: { readonly text: string; readonly path?: FormPath };
    readonly data: Record<string, never>;
  };
}

/** Events between the form and a script. */
export interface FormScriptEvents {
  readonly acts: { readonly turn: number; readonly acts: readonly FormAct[] };
  readonly changes: FormChanges;
  readonly listening: Listening;
  /** A piece of the answer of a model. */
  readonly delta: { readonly run: number; readonly text: string };
  readonly busy: { readonly text: string | undefined; readonly on: boolean };
  readonly toast: { readonly text: string; readonly tone: 'info' | 'success' | 'error' };
  readonly open: { readonly id: string };
  readonly focus: { readonly path: FormPath };
  readonly shortcut: { readonly keys: string; readonly on: boolean };
  readonly post: { readonly path: FormPath; readonly message: unknown };
}

/** Longest wait for an answer of the other side, milliseconds: models may stream for 300 s. */
export const LONGEST_ANSWER_MS = 310_000;
