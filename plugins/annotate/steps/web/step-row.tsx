import { ActionIcon, MultiSelect } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import type { Reorder } from '#core/ui/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { StepDraft, StepsDraft } from '../common/step-draft.ts';
import { joinedTo, withChange, withJoined, withoutStep } from '../common/step-draft.ts';
import { stepTools } from '../common/step-tools.ts';
import { messages } from './messages.ts';
import classes from './steps.module.css';

interface StepRowProps {
  readonly draft: StepsDraft;
  readonly step: StepDraft;
  readonly at: number;
  readonly keyPoints: boolean;
  readonly all: readonly AnnotationClass[];
  readonly order: Reorder;
  readonly onChange: (draft: StepsDraft) => void;
}

/** One step: its class, its tool or the points it is joined to, and the values given by it. */
export function StepRow({ draft, step, at, keyPoints, all, order, onChange }: StepRowProps): JSX.Element {
  const owner = all.find(each => each.id === step.classId);
  const values = (owner?.attribute_groups ?? [])
    .filter(group => group.attributes.length > 0)
    .map(group => ({
      group: group.name,
      items: group.attributes.map(value => ({ value: String(value.id), label: value.name })),
    }));
  const tools = [...stepTools].map(([value, { title }]) => ({ value: String(value), label: title }));
  if (step.tool !== null && !stepTools.has(step.tool))
    tools.push({ value: String(step.tool), label: messages.stepRow.tool(step.tool) });
  const others = draft.steps.flatMap((each, place) =>
    each.key === step.key
      ? []
      : [{ value: String(each.key), label: `${place + 1} ${all.find(one => one.id === each.classId)?.name ?? ''}` }],
  );
  const label = (text: string): string => messages.stepRow.textOfStepCount(text, at + 1);
  return (
    <div className={classes['row']} role="listitem" {...order.row(at)}>
      {order.grip(at, `step ${at + 1}`)}
      <span className={classes['number']}>{at + 1}</span>
      <Select
        w={180}
        searchable
        aria-label={label(messages.stepRow.classText)}
        allowDeselect={false}
        value={String(step.classId)}
        data={all.map(each => ({ value: String(each.id), label: each.name }))}
        leftSection={<span className={classes['swatch']} style={{ background: owner?.color ?? 'transparent' }} />}
        onChange={value => onChange(withChange(draft, step.key, { classId: Number(value) }))}
      />
      {keyPoints ? (
        <MultiSelect
          style={{ flex: 1, minWidth: 0 }}
          aria-label={label(messages.stepRow.lines)}
          placeholder={joinedTo(draft, step.key).length === 0 ? messages.stepRow.joinedTo : ''}
          data={others}
          value={joinedTo(draft, step.key).map(String)}
          onChange={chosen => onChange(withJoined(draft, step.key, chosen.map(Number)))}
        />
      ) : (
        <Select
          w={130}
          aria-label={label(messages.stepRow.toolOfStep)}
          placeholder={messages.stepRow.anyTool}
          clearable
          data={tools}
          value={step.tool === null ? null : String(step.tool)}
          onChange={value => onChange(withChange(draft, step.key, { tool: value === null ? null : Number(value) }))}
        />
      )}
      <MultiSelect
        style={{ flex: 1, minWidth: 0 }}
        aria-label={label(messages.stepRow.values)}
        disabled={values.length === 0}
        placeholder={
          values.length === 0
            ? messages.stepRow.classHasNoValues
            : step.attributeIds.length === 0
              ? messages.stepRow.valuesGivenByItself
              : ''
        }
        data={values}
        value={step.attributeIds.map(String)}
        onChange={chosen => onChange(withChange(draft, step.key, { attributeIds: chosen.map(Number) }))}
      />
      <Tooltip label={messages.stepRow.remove}>
        <ActionIcon
          size={28}
          aria-label={messages.stepRow.removeStepCount(at + 1)}
          onClick={() => onChange(withoutStep(draft, step.key))}
        >
          <Icon name="close" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
