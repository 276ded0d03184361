import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { followed, nearPath, pathKey, watchedBy } from '#plugins/annotate/form/common/index.ts';
import { FORM_TOPIC, lookTopic } from './form-topics.ts';
import type { FormHandle } from './form-handle.ts';
import type { FormController } from './form-controller.ts';

export const FormContext = createContext<FormHandle | undefined>(undefined);

export function useForm(): FormHandle {
  const editor = useContext(FormContext);
  if (editor === undefined) throw new Error('A form component stands outside of a form');
  return editor;
}

export const useController = (): FormController => useForm().controller;

/** Draws again when one of the topics changes. */
export function useTopics(controller: FormController, topics: readonly string[]): void {
  const version = useRef(0);
  const joined = topics.join('\n');
  useSyncExternalStore(
    useCallback(
      listener => {
        const stops = joined.split('\n').map(topic =>
          controller.topics.on(topic, () => {
            version.current += 1;
            listener();
          }),
        );
        return () => stops.forEach(stop => stop());
      },
      [controller, joined],
    ),
    () => version.current,
  );
}

/** A field as it stands: its value and the way to change it. */
export interface FieldState<Value = unknown> {
  readonly value: Value;
  readonly readOnly: boolean;
  /** Key of its path. */
  readonly key: string;
  set(value: unknown): void;
}

export function useField(component: FormComponent, path: ElementPath): FieldState {
  const controller = useController();
  const key = pathKey(path);
  useTopics(controller, [
    key,
    FORM_TOPIC,
    lookTopic(component.id),
    ...followed(component).map(id => pathKey(nearPath(controller.plan, id, path.slice(0, -1)))),
  ]);
  return {
    value: controller.value(component, path),
    readOnly: !controller.mayUse(component.id, path) || controller.coming.has(key),
    key,
    set: value => controller.set(component, path, value),
  };
}

/** Returns whether a component shows in its place. */
export function useShown(component: FormComponent, prefix: ElementPath): boolean {
  const controller = useController();
  useTopics(controller, [
    FORM_TOPIC,
    lookTopic(component.id),
    ...watchedBy(component).map(id => pathKey(nearPath(controller.plan, id, prefix))),
  ]);
  return controller.shows(component, prefix);
}

/** A text that is typed here and taken into the document when one rests or leaves. */
export function useTyping({ value, key, set }: FieldState): {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
} {
  const { drafts } = useController();
  const owner = useId();
  const stored =
    typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value as number);
  const [draft, setDraft] = useState<string>();
  useEffect(() => () => drafts.commit(owner), [drafts, owner]);
  return {
    text: draft ?? stored,
    type(text) {
      setDraft(text);
      drafts.keep(
        owner,
        () => {
          setDraft(undefined);
          set(text);
        },
        key,
      );
    },
    leave: () => drafts.commit(owner),
  };
}
