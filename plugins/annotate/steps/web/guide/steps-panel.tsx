import { ActionIcon, Skeleton, Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon, Tooltip } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Guide } from '../../common/guided-steps.ts';
import { doneOf } from '../../common/guided-steps.ts';
import { messages } from '../messages.ts';
import { StepWalk } from './step-walk.ts';
import classes from './steps.module.css';

/** The steps of the project, the one that is on, and what is done of each. */
export default function StepsPanel(): JSX.Element | undefined {
  const work = useOpenItem();
  const walk = useService(StepWalk);
  const { guide, loading, fault } = useSnapshot(walk.state);
  if (work === undefined) return undefined;
  if (fault !== undefined) return <ErrorPanel error={fault} onRetry={() => void walk.load(work.opened.project.id)} />;
  if (guide !== undefined) return <Steps work={work} guide={guide} />;
  if (loading) return <Skeleton h={120} m="sm" />;
  return <div className={classes['empty']}>{messages.stepsPanel.thisProjectHasNoSteps}</div>;
}

function Steps({ work, guide }: { readonly work: OpenWork; readonly guide: Guide }): JSX.Element {
  const walk = useService(StepWalk);
  const keys = useKeyMap();
  const { at, advance } = useSnapshot(walk.state);
  useSessionScene(work.session);
  const done = doneOf(guide, work.session.scene.instances);
  const isKeyPoints = guide.kind === 'key_points';
  return (
    <>
      <div className={classes['bar']}>
        {isKeyPoints ? (
          <Switch
            label={messages.stepsPanel.autoAdvance}
            checked={advance}
            onChange={event => walk.setAdvance(event.currentTarget.checked)}
          />
        ) : (
          <span>{messages.stepsPanel.stepCountOf(at + 1, guide.steps.length)}</span>
        )}
        <span className={classes['moves']}>
          <Move
            label={keys.titled(messages.stepsPanel.previousStep, 'steps.previous')}
            icon="up"
            onClick={() => walk.step(-1)}
          />
          <Move
            label={messages.stepsPanel.titledEnter(keys.titled(messages.stepsPanel.nextStep, 'steps.next'))}
            icon="down"
            onClick={() => walk.step(1)}
          />
        </span>
      </div>
      <ol className={classes['list']} aria-label={messages.shared.steps}>
        {guide.steps.map((step, place) => (
          <li key={step.number}>
            <button
              type="button"
              className={classes['step']}
              aria-current={place === at ? 'step' : undefined}
              onClick={event => {
                event.currentTarget.blur();
                walk.goTo(place);
              }}
            >
              <span className={classes['number']}>{step.number}</span>
              <span className={classes['swatch']} style={{ background: step.color }} />
              <span className={classes['name']}>
                {step.className}
                {step.attributes.length === 0 ? undefined : (
                  <span className={classes['values']}>
                    {step.attributes.map(each => `${each.groupName ?? ''}: ${String(each.name)}`).join(', ')}
                  </span>
                )}
                {step.joined.length === 0 ? undefined : (
                  <span className={classes['values']}>
                    {messages.stepsPanel.joinedToJoined(step.joined.join(', '))}
                  </span>
                )}
              </span>
              {done[place] === 0 ? undefined : (
                <span className={classes['done']} title={messages.stepsPanel.countDrawn(done[place])}>
                  <Icon name="check" size={13} />
                  {done[place]}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function Move({
  label,
  icon,
  onClick,
}: {
  readonly label: string;
  readonly icon: string;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        onClick={event => {
          event.currentTarget.blur();
          onClick();
        }}
      >
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
