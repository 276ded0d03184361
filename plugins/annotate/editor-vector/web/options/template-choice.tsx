import { Button, Loader } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import type { SkeletonList } from '../vector-controller.ts';
import classes from './options.module.css';

/** Chooses the template that is placed next. */
export function TemplateChoice({
  context: { controller, settings },
}: {
  readonly context: VectorContext;
}): JSX.Element {
  const { skeletons } = useSnapshot(controller.state);
  const { templateId } = useSnapshot(settings.state);
  const list = skeletons as SkeletonList;
  if (list.phase === 'loading')
    return (
      <span className={classes['note']}>
        <Loader size={12} /> {messages.templateChoice.templates}
      </span>
    );
  if (list.phase === 'failed')
    return (
      <span className={classes['note']}>
        {messages.templateChoice.couldNotBeLoaded(list.reason)}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void controller.loadSkeletons()}>
          {messages.templateChoice.tryAgain}
        </Button>
      </span>
    );
  const chosen = controller.skeleton(templateId);
  if (chosen === undefined)
    return <span className={classes['note']}>{messages.templateChoice.thisTeamHasNoTemplatesYet}</span>;
  return (
    <BarSelect
      w={220}
      aria-label={messages.shared.template}
      searchable
      value={String(chosen.id)}
      data={list.skeletons.map(({ id, name, points }) => ({
        value: String(id),
        label: messages.templateChoice.nameCountPoints(name, points.length),
      }))}
      onChange={value => settings.set({ templateId: Number(value) })}
    />
  );
}
