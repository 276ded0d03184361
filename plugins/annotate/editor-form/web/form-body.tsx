import { useEffect, useReducer, useRef } from 'react';
import type { JSX, KeyboardEvent, MouseEvent } from 'react';
import { EmptyState, Icon } from '#core/ui/web/index.ts';
import type { FormComponent } from '#plugins/annotate/form/common/index.ts';
import { isElementPath } from '#plugins/annotate/form/common/index.ts';
import { notePress } from './after-press.ts';
import { FORM_TOPIC } from './form-topics.ts';
import { useForm, useTopics } from './form-context.ts';
import { ComponentView } from './layout/component-view.tsx';
import { Components } from './layout/components.tsx';
import { ViewContext } from './layout/view-context.ts';
import { ScriptBar } from './scripts/script-bar.tsx';
import classes from './form.module.css';
import { messages } from './messages.ts';

const TOP: readonly never[] = [];

/** The whole form in reading order, with what stays in sight at its top. */
export function FormBody(): JSX.Element {
  const form = useForm();
  const { controller } = form;
  const surface = useRef<HTMLDivElement>(null);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useTopics(controller, [FORM_TOPIC]);
  useEffect(() => form.onToolChange(again), [form]);
  useEffect(() => {
    form.seat(surface.current ?? undefined);
    return () => form.seat(undefined);
  }, [form]);

  const commenting = form.activeTool === 'comment';
  const press = (event: KeyboardEvent): void => {
    if (!form.typed(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const click = (event: MouseEvent): void => {
    if (!commenting || !(event.target instanceof Element)) return;
    const steps = event.target.closest<HTMLElement>('[data-path]')?.dataset['steps'];
    const path: unknown = steps === undefined ? undefined : JSON.parse(steps);
    if (!isElementPath(path)) return;
    event.preventDefault();
    event.stopPropagation();
    form.commentOn(path);
  };
  const { components } = controller.plan;
  const stays = ({ type, id }: FormComponent): boolean => type === 'header' || controller.pinned.has(id);
  const [pinned, rest] = [components.filter(stays), components.filter(each => !stays(each))];
  return (
    <ViewContext.Provider value={ComponentView}>
      <div
        ref={surface}
        className={classes['surface']}
        tabIndex={-1}
        data-form
        data-commenting={commenting}
        onKeyDownCapture={press}
        onPointerDownCapture={notePress}
        onClickCapture={click}
      >
        {form.scripts === undefined ? undefined : <ScriptBar scripts={form.scripts} />}
        {pinned.length === 0 ? undefined : (
          <div className={classes['pinned']}>
            <div className={classes['column']}>
              <Components components={pinned} prefix={TOP} />
            </div>
          </div>
        )}
        <div className={classes['column']}>
          {commenting ? (
            <div className={classes['note']} role="status">
              <Icon name="comment" /> {messages.formBody.clickAFieldToComment}
            </div>
          ) : undefined}
          {form.payloadProblem === undefined ? undefined : (
            <div className={classes['note']} role="alert">
              <Icon name="warning" /> {form.payloadProblem}
            </div>
          )}
          {components.length === 0 ? (
            <EmptyState icon="list" text={messages.formBody.thisProjectHasNoFormYet} />
          ) : (
            <Components components={rest} prefix={TOP} />
          )}
        </div>
      </div>
    </ViewContext.Provider>
  );
}
