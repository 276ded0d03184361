import { Radio, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { linkProblem } from '../link-problem.ts';
import { messages } from '../messages.ts';
import type { NewProjectDraft } from '../new-project-draft.ts';
import { NewProjectStore } from '../new-project-draft.ts';
import classes from '../projects.module.css';
import { useWorkflowChoices } from '../use-workflow-choices.ts';

/** More workflows than this are chosen from a list. */
const MOST_SIDE_BY_SIDE = 4;

/** Name, description, instructions and workflow. */
export function GeneralStep({
  draft,
  problem,
}: {
  readonly draft: NewProjectDraft;
  readonly problem: string | undefined;
}): JSX.Element {
  const store = useService(NewProjectStore);
  const workflows = useWorkflowChoices();
  const workflow = draft.workflow ?? workflows?.standard;
  return (
    <div className={classes['form']}>
      <TextInput
        label={messages.shared.name}
        required
        autoFocus
        maxLength={220}
        value={draft.name}
        error={problem}
        onChange={event => store.change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={messages.shared.description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={draft.description}
        onChange={event => store.change({ description: event.currentTarget.value })}
      />
      <TextInput
        label={messages.shared.instructions}
        description={messages.newProjectGeneral.linkToAnnotationGuidelines}
        placeholder="https://"
        value={draft.link}
        error={linkProblem(draft.link)}
        onChange={event => store.change({ link: event.currentTarget.value })}
      />
      {workflows === undefined ? (
        <Skeleton h={64} />
      ) : workflows.choices.length <= MOST_SIDE_BY_SIDE ? (
        <Radio.Group
          label={messages.shared.workflow}
          value={String(workflow)}
          onChange={value => store.change({ workflow: Number(value) })}
        >
          <Stack gap="xs" mt={4}>
            {workflows.choices.map(each => (
              <Radio key={each.id} value={String(each.id)} label={each.title} description={each.text} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <Select
          label={messages.shared.workflow}
          searchable
          allowDeselect={false}
          description={workflows.choices.find(each => each.id === workflow)?.text}
          nothingFoundMessage={messages.newProjectGeneral.noSuchWorkflow}
          data={workflows.choices.map(each => ({ value: String(each.id), label: each.title }))}
          value={String(workflow)}
          onChange={value => {
            if (value !== null) store.change({ workflow: Number(value) });
          }}
        />
      )}
    </div>
  );
}
