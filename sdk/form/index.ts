import type { BridgeTransport } from '../bridge/transport.ts';
import { envModule } from './env.ts';
import type { FormPath } from './form-path.ts';
import { FormModule } from './form.ts';
import { HttpModule } from './http.ts';
import { ItemModule } from './item.ts';
import { ModelsModule } from './models.ts';
import { ScriptEnd } from './script-end.ts';
import { UiModule } from './ui.ts';

/** The way to the form, which the sandbox of a script gives it. */
declare const transport: BridgeTransport;

const end = new ScriptEnd(transport);

/** Values and rows of the form, what happens in it, and what it looks like. */
export const form = new FormModule(end);
/** The item that is open. */
export const item = new ItemModule(end);
/** Calls to other services, made by the server. */
export const http = new HttpModule(end);
/** The models of the team. */
export const models = new ModelsModule(end);
/** The variables of the form. */
export const env = envModule(end);
/** Messages and progress on the person's screen. */
export const ui = new UiModule(end);

/** Runs the top level of the script when the form is there. The bundle calls it. */
export const begin = (body: () => unknown): void => end.begin(body);
/** Takes functions by their names, such as `on_answer_change` and `before_save_hook`. The bundle calls it. */
export const named = (functions: Readonly<Record<string, unknown>>): void => end.named(functions);

/** `form.get`, as Python scripts call it. */
export const getValue = <Value = unknown>(path: FormPath): Value => form.get<Value>(path);
/** `form.set`, as Python scripts call it. */
export const setValue = (path: FormPath, value: unknown): void => form.set(path, value);
/** `form.appendRow`, as Python scripts call it. */
export const repeatRow = (group: string | FormPath): (string | number)[] => form.appendRow(group);
/** `form.deleteRow`, as Python scripts call it. */
export const deleteRow = (row: FormPath): void => form.deleteRow(row);
/** `form.rowCount`, as Python scripts call it. */
export const getGroupLength = (group: string | FormPath): number => form.rowCount(group);
/** `form.post`, as Python scripts call it. */
export const postMessageToWebComponent = (path: string | FormPath, message: unknown): void => form.post(path, message);
/** `ui.loading`, as Python scripts call it. */
export const setLoading = (on: boolean): void => ui.loading(on);
/** `item.payload`, as Python scripts call it. */
export const getPayload = <Payload = unknown>(): Payload => item.payload<Payload>();

export type { FormHooks } from './form.ts';
export type { FormPath } from './form-path.ts';
export type { FormError, FormEventKind, FormHook, ModelAnswer, ModelInput, ModelMessage } from './form-protocol.ts';
export type { FormValues } from './form-values.ts';
export type { HttpOptions, HttpReply } from './http.ts';
export type { ModelOptions } from './models.ts';
