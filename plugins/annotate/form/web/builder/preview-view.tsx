import { Button, Group, JsonInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, Icon } from '#core/ui/web/index.ts';
import { useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { formKeys } from '../../common/query-keys.ts';
import type { FormScript } from '../../common/form-document.ts';
import { writeForm } from '../../common/form-document.ts';
import { runningScripts } from '../../common/script-handlers.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import type { BuilderStore } from './builder-store.ts';
import { useBuilder } from './builder-store.ts';
import { TriedVariables } from './tried-variables.tsx';

interface PreviewProps {
  readonly store: BuilderStore;
  /** The scripts as they ran last; those of the form when absent. */
  readonly scripts?: readonly FormScript[] | undefined;
}

/** The form as somebody fills it in, seen with a role in a status; what is tried here is saved nowhere. */
export function PreviewView({ store, scripts }: PreviewProps): JSX.Element {
  const project = useProject();
  const transport = useService(Transport);
  const statuses = useStatuses(project.id);
  const roles = useQuery({
    queryKey: formKeys.roles(project.id),
    staleTime: 60_000,
    queryFn: async () =>
      (
        await client(contributorsApi, transport).listContributors({
          params: { project_id: project.id },
          query: { limit: 1 },
        })
      ).roles,
  });
  const panels = usePanels('form.preview');
  const form = useBuilder(store, each => each.form);
  const [role, setRole] = useState<number>();
  const [status, setStatus] = useState<number>();
  const [round, again] = useState(0);
  const [tried, setTried] = useState<Readonly<Record<string, string>>>();
  const [data, setData] = useState<string>();
  const payload = read(data);
  const chosenRole = role ?? roles.data?.[0]?.id ?? 0;
  const chosenStatus = status ?? statuses[0]?.value ?? 1;
  const env = {
    ...Object.fromEntries(form.environments.filter(each => !each.secure).map(each => [each.name, each.value])),
    ...tried,
  };
  const { components, meta } = writeForm(form);
  const run = (scripts ?? runningScripts(form)).map(([name, source]) => ({ name, source }));
  if (roles.error !== null) return <ErrorPanel error={roles.error} onRetry={() => void roles.refetch()} />;
  return (
    <div className={classes['preview']}>
      <Group gap="sm" className={classes['previewBar']} align="end">
        <Select
          size="xs"
          label={messages.previewView.seeAs}
          allowDeselect={false}
          data={(roles.data ?? []).map(each => ({ value: String(each.id), label: each.name }))}
          value={String(chosenRole)}
          onChange={value => setRole(Number(value))}
        />
        <Select
          size="xs"
          label={messages.previewView.inStatus}
          allowDeselect={false}
          data={statuses.map(each => ({ value: String(each.value), label: each.title }))}
          value={String(chosenStatus)}
          onChange={value => setStatus(Number(value))}
        />
        <Button
          size="xs"
          variant="default"
          aria-expanded={data !== undefined}
          onClick={() => setData(data === undefined ? '' : undefined)}
        >
          {data === undefined ? messages.previewView.attachedJson : messages.previewView.withoutJson}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={form.environments.length === 0}
          aria-expanded={tried !== undefined}
          onClick={() => setTried(tried === undefined ? {} : undefined)}
        >
          {tried === undefined ? messages.shared.variables : messages.previewView.variablesAsPublished}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => again(round + 1)}
        >
          {messages.previewView.startOver}
        </Button>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.previewView.nothingIsSavedHere}
        </Text>
      </Group>
      {tried === undefined ? undefined : (
        <TriedVariables variables={form.environments} tried={tried} onTry={setTried} />
      )}
      {data === undefined ? undefined : (
        <JsonInput
          className={classes['previewData']!}
          label={messages.previewView.jsonThatItemsHaveAttached}
          minRows={3}
          maxRows={8}
          autosize
          value={data}
          error={payload === 'broken' ? messages.previewView.thisIsNotJson : undefined}
          onChange={setData}
        />
      )}
      <div className={classes['previewForm']} role="region" aria-label={messages.previewView.previewOfTheForm}>
        {panels.length === 0 ? (
          <Text p={20} c="var(--loupe-muted)">
            {messages.previewView.formEditorIsSwitchedOff}
          </Text>
        ) : (
          panels.map(panel => (
            <Panel
              key={`${panel.plugin} ${round} ${JSON.stringify([env, run])}`}
              panel={panel}
              context={{
                form: { components, meta },
                env,
                scripts: run,
                reader: { role: chosenRole, status: chosenStatus },
                payload: payload === 'broken' ? undefined : payload,
              }}
            />
          ))
        )}
      </div>
    </div>
  );
}

/** The JSON of a text; undefined for none, `broken` for what is no JSON. */
function read(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return 'broken';
  }
}
