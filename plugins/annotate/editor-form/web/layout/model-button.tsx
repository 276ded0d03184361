import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { nearPath, pathKey, valueShape } from '#plugins/annotate/form/common/index.ts';
import type { ModelButton as Question } from '../../common/run-model.ts';
import { fillPrompt, outputTypes, outputValue } from '../../common/run-model.ts';
import { FORM_TOPIC } from '../form-topics.ts';
import { useForm, useTopics } from '../form-context.ts';
import { useModels, useRuns } from '../models/use-models.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

interface ModelButtonProps {
  readonly component: FormComponent;
  readonly prefix: ElementPath;
  readonly question: Question;
  readonly text: string;
}

/**
 * A button that asks a model without code: its answer grows in another component, and is one step of undo when it is
 * whole.
 */
export function ModelButton({ component, prefix, question, text }: ModelButtonProps): JSX.Element {
  const form = useForm();
  const { controller } = form;
  const offered = useModels();
  const runs = useRuns();
  useTopics(controller, [FORM_TOPIC]);
  const output = controller.plan.component(question.output);
  const path = output === undefined ? undefined : nearPath(controller.plan, output.id, prefix);
  const key = `${pathKey([...prefix, component.id])} button`;
  const run = runs.get(key);
  const busy = run !== undefined && run.problem === undefined;
  const reason =
    offered === undefined
      ? messages.modelButton.modelsAreSwitchedOffHere
      : output === undefined || path === undefined || !outputTypes.has(output.type)
        ? messages.modelButton.buttonHasNoComponent
        : undefined;
  const ready =
    reason === undefined && controller.mayEdit(component.id) && output !== undefined && controller.mayEdit(output.id);

  const press = (): void => {
    controller.events.emit({ kind: 'click', id: component.id, path: [...prefix, component.id] });
    if (offered === undefined || output === undefined || path === undefined) return;
    controller.drafts.commit();
    const prompt = fillPrompt(
      controller.text(question.prompt, prefix),
      id => controller.plan.component(id) !== undefined,
      id => controller.valueNear(prefix, id),
    );
    const watched = runs.onChange(() => {
      const now = runs.get(key);
      if (now === undefined || now.problem !== undefined) {
        watched();
        controller.coming.show(path, undefined);
        return;
      }
      // Half a number is another number.
      if (now.text !== '' && valueShape(output) !== 'number') controller.coming.show(path, now.text);
    });
    runs.start(
      key,
      offered.models,
      offered.projectId,
      { model: question.model, prompt, itemId: controller.session.item.id },
      outcome => {
        const found = outputValue(output, outcome.text);
        if ('problem' in found) return found.problem;
        controller.coming.show(path, undefined);
        controller.set(output, path, found.value);
        return undefined;
      },
    );
  };

  return (
    <div>
      <div className={classes['bar']} style={{ marginTop: 0 }}>
        <Button
          variant={component['variant'] === 'secondary' ? 'default' : 'filled'}
          leftSection={<Icon name="magic" />}
          loading={busy}
          disabled={!ready}
          title={reason}
          aria-label={text}
          onClick={press}
        >
          {component['showLabel'] === false ? '' : text}
        </Button>
        {busy ? (
          <Button variant="default" leftSection={<Icon name="square" size={13} />} onClick={() => runs.stop(key)}>
            {messages.shared.stop}
          </Button>
        ) : undefined}
      </div>
      {reason === undefined || controller.session.readOnly ? undefined : <div className={classes['who']}>{reason}</div>}
      {run?.problem === undefined ? undefined : (
        <div className={classes['fault']} role="alert">
          {run.problem}{' '}
          <Button size="compact-xs" variant="default" onClick={press}>
            {messages.shared.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
