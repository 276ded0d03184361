import { Fault } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/editor/common/json-value.ts';
import type { HttpAnswer, HttpRequest, ModelAnswer, ModelMessage } from '#sdk/form/form-protocol.ts';

/** What is asked of a model for an item. */
export interface ModelCall {
  readonly model: string;
  readonly prompt?: string;
  readonly messages?: readonly ModelMessage[];
  readonly params?: JsonRecord;
  readonly itemId: number;
}

/** What scripts of forms reach beyond the form, by the server: models of the team, and other services. `{{NAME}}` is replaced on the server. */
export interface ScriptServices {
  list(projectId: number): Promise<readonly { readonly name: string; readonly description: string }[]>;
  /** @throws Fault when there is no such model, it fails, or the signal ends it. */
  run(projectId: number, call: ModelCall, options: { readonly onDelta?: (text: string) => void; readonly signal: AbortSignal }): Promise<ModelAnswer & { readonly runId?: unknown }>;
  /** @throws Fault when the server refuses the call or cannot make it. */
  fetch(projectId: number, request: HttpRequest & { readonly itemId: number }, signal: AbortSignal): Promise<HttpAnswer>;
}

const absent = (message: string) => (): Promise<never> => Promise.reject(new Fault('NO_SERVICE', message));

/** Where the team has no models: calls say so. */
export const noServices: ScriptServices = {
  list: absent('This team has no models.'), run: absent('This team has no models.'), fetch: absent('This server makes no calls to other services for forms.'),
};

/** What is there at the time of each call: models may come and go while a form is open. */
export const currentServices = (now: () => ScriptServices | undefined): ScriptServices => ({
  list: projectId => (now() ?? noServices).list(projectId),
  run: (projectId, call, options) => (now() ?? noServices).run(projectId, call, options),
  fetch: (projectId, request, signal) => (now() ?? noServices).fetch(projectId, request, signal),
});
