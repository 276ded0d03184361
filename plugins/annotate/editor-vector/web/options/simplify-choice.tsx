import { ActionIcon, Slider } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { mostSimplified } from '../vector-settings.ts';
import classes from './options.module.css';

/** Edits the tolerance of simplified outlines, with a preview. */
export function SimplifyChoice({
  context: { controller, settings },
  onDrop,
}: {
  readonly context: VectorContext;
  readonly onDrop: () => void;
}): JSX.Element {
  const { simplified } = useSnapshot(controller.state);
  const { simplifyBy } = useSnapshot(settings.state);
  if (simplified === undefined || simplified.before === 0)
    return <span className={classes['note']}>{messages.simplifyChoice.selectPolygonsOrLinesToSimplify}</span>;
  return (
    <div className={classes['simplify']}>
      <Slider
        thumbLabel={messages.simplifyChoice.toleranceInPixels}
        w={170}
        size="sm"
        min={0.1}
        max={mostSimplified}
        step={0.1}
        label={value => `${value.toFixed(1)} px`}
        value={simplifyBy}
        onChange={value => settings.set({ simplifyBy: Math.max(0.1, Math.round(value * 10) / 10) })}
        onChangeEnd={() => document.activeElement instanceof HTMLElement && document.activeElement.blur()}
      />
      <span className={classes['figures']}>{messages.simplifyChoice.simplifyByPx(simplifyBy.toFixed(1))}</span>
      <span className={classes['figures']}>
        {messages.simplifyChoice.pointsBeforeAndAfter({
          before: simplified.before.toLocaleString('en'),
          after: <b>{simplified.after.toLocaleString('en')}</b>,
        })}
      </span>
      <Tooltip label={messages.simplifyChoice.keepEnter} position="bottom">
        <ActionIcon
          size="sm"
          variant="filled"
          aria-label={messages.simplifyChoice.keep}
          onClick={() => controller.keep()}
        >
          <Icon name="check" size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.simplifyChoice.leaveAsItWasEsc} position="bottom">
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={messages.simplifyChoice.leaveAsItWas}
          onClick={onDrop}
        >
          <Icon name="close" size={15} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
