import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import { FORM_TOPIC, lookTopic } from '../form-topics.ts';
import { useForm, useTopics } from '../form-context.ts';
import { useScripts } from '../scripts/script-bar.tsx';
import { modelButton } from '../../common/run-model.ts';
import { ModelButton } from './model-button.tsx';
import { PipelineButton } from './pipeline-button.tsx';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const places: Readonly<Record<string, string>> = { center: 'center', right: 'flex-end' };

/** A button of the form: it asks its model or runs its pipelines, if it has any, and reports the press to the scripts. */
export function FormButton({
  component,
  prefix,
}: {
  readonly component: FormComponent;
  readonly prefix: ElementPath;
}): JSX.Element {
  const { controller, scripts } = useForm();
  const state = useScripts(scripts);
  const { id } = component;
  const path = [...prefix, id];
  useTopics(controller, [FORM_TOPIC, lookTopic(id)]);
  const working = state?.pressed.has(pathKey(path)) === true;
  const silent =
    scripts?.mayBuild === true &&
    !controller.session.readOnly &&
    (state?.phase === 'none' || state?.phase === 'running') &&
    !scripts.answers(id);
  const text = controller.text(component['text'], prefix) || messages.formButton.button;
  const icon =
    component['showIcon'] === true ? (
      <Icon name={typeof component['icon'] === 'string' ? component['icon'] : 'play'} />
    ) : undefined;
  const question = modelButton(component);
  if (question !== undefined)
    return (
      <div className={classes['align']} style={{ justifyContent: places[String(component['align'])] ?? 'flex-start' }}>
        <ModelButton component={component} prefix={prefix} question={question} text={text} />
      </div>
    );
  const event = typeof component['fires'] === 'string' ? component['fires'].trim() : '';
  if (event !== '')
    return (
      <div className={classes['align']} style={{ justifyContent: places[String(component['align'])] ?? 'flex-start' }}>
        <PipelineButton component={component} prefix={prefix} event={event} text={text} />
      </div>
    );
  return (
    <div className={classes['align']} style={{ justifyContent: places[String(component['align'])] ?? 'flex-start' }}>
      <Button
        variant={component['variant'] === 'secondary' ? 'default' : 'filled'}
        leftSection={icon}
        disabled={!controller.mayUse(id, path)}
        loading={working && component['longRunning'] === true}
        aria-busy={working}
        aria-label={text}
        onClick={() => {
          // What is typed is there before the script looks.
          controller.drafts.commit();
          controller.events.emit({ kind: 'click', id, path });
        }}
      >
        {component['showLabel'] === false ? '' : text}
      </Button>
      {silent ? <span className={classes['silent']}>{messages.formButton.noScriptAnswersThisButton}</span> : undefined}
    </div>
  );
}
