import { Button, Slider, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudEditor } from '../cloud-editor.ts';
import { brushSizes } from '../cloud-settings.ts';
import { isLabelTool } from '../gestures/label-gesture.ts';
import { messages } from '../messages.ts';
import classes from './cloud.module.css';

/** Hints for a labelling tool, the size of the brush, and how many points have a label. */
export function LabelBar({ editor }: { readonly editor: CloudEditor }): JSX.Element | undefined {
  const { tool } = useSnapshot(editor.state);
  const { brush, unlabelled } = useSnapshot(editor.surface.state);
  useSessionScene(editor.session);
  if (!isLabelTool(tool)) return undefined;
  const { labelled, all } = editor.labels.figures;
  return (
    <div className={classes['labelBar']} role="group" aria-label={messages.labelBar.labels}>
      <Text size="xs">{messages.labelBar.hint}</Text>
      {tool === 'brush' ? (
        <Slider
          w={120}
          thumbLabel={messages.labelBar.brushSize}
          {...brushSizes}
          step={1}
          value={brush}
          onChange={value => editor.surface.setBrush(value)}
        />
      ) : undefined}
      <Text size="xs" className={classes['figures']!}>
        {messages.labelBar.labelled(labelled.toLocaleString('en'), all.toLocaleString('en'))}
      </Text>
      <Button
        size="compact-xs"
        variant={unlabelled ? 'filled' : 'default'}
        aria-pressed={unlabelled}
        onClick={() => editor.actions.toggle('unlabelled')}
      >
        {messages.labelBar.unlabelled}
      </Button>
    </div>
  );
}
