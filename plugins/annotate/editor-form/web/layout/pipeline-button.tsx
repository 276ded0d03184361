import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { JSX } from 'react';
import { errorText, Icon } from '#core/ui/web/index.ts';
import type { ElementPath, FormComponent } from '#plugins/annotate/form/common/index.ts';
import { useForm } from '../form-context.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { formValues } from '../pipelines/form-values.ts';

/** Milliseconds between two looks at a pipeline that runs. */
const EVERY_MS = 1_000;

interface PipelineButtonProps {
  readonly component: FormComponent;
  readonly prefix: ElementPath;
  /** Name of the event of the pipelines. */
  readonly event: string;
  readonly text: string;
}

/** A button that stores the form, runs pipelines with its values, and says what became of them. */
export function PipelineButton({ component, prefix, event, text }: PipelineButtonProps): JSX.Element {
  const { controller, pipelines } = useForm();
  const path = [...prefix, component.id];
  const id = useId();
  const starting = useMutation({
    mutationFn: async () => {
      if (pipelines === undefined) return [];
      return pipelines.start(event, formValues(controller));
    },
  });
  const starts = starting.data ?? [];
  const following = useQuery({
    queryKey: ['editor-form', 'pipelines', id, starts],
    queryFn: async () => (await pipelines?.progress(starts)) ?? { state: 'done' as const, reason: null },
    enabled: starts.length > 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' || data?.state === 'failed' ? false : EVERY_MS),
  });
  const state = starts.length === 0 ? undefined : (following.data?.state ?? 'waiting');
  const problem =
    starting.error !== null
      ? errorText(starting.error)
      : following.error !== null
        ? errorText(following.error)
        : state === 'failed'
          ? (following.data?.reason ?? messages.pipelineButton.failed)
          : undefined;
  const busy = starting.isPending || (problem === undefined && (state === 'waiting' || state === 'running'));
  const reason = pipelines === undefined ? messages.pipelineButton.notHere : undefined;
  const press = (): void => {
    controller.drafts.commit();
    controller.events.emit({ kind: 'click', id: component.id, path });
    starting.mutate();
  };
  return (
    <div>
      <Button
        variant={component['variant'] === 'secondary' ? 'default' : 'filled'}
        leftSection={<Icon name="workflow" />}
        loading={busy}
        disabled={reason !== undefined || !controller.mayUse(component.id, path)}
        aria-label={text}
        onClick={press}
      >
        {component['showLabel'] === false ? '' : text}
      </Button>
      <div role="status" className={classes['who']}>
        {reason ??
          (busy
            ? (following.data?.reason ?? messages.pipelineButton.running)
            : state === 'done'
              ? messages.pipelineButton.done
              : '')}
      </div>
      {problem === undefined || busy ? undefined : (
        <div className={classes['fault']} role="alert">
          {problem}{' '}
          <Button size="compact-xs" variant="default" onClick={press}>
            {messages.shared.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
