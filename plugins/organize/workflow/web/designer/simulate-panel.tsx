import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { EmptyState, Icon } from '#core/ui/web/index.ts';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import type { Simulation } from '../../common/workflow-simulation.ts';
import {
  beginSimulation,
  constraintText,
  rolesWithWork,
  sightOf,
  stepBack,
  takeTransition,
} from '../../common/workflow-simulation.ts';
import { messages } from '../messages.ts';
import classes from '../workflow.module.css';

interface SimulatePanelProps {
  readonly file: WorkflowFile;
  readonly simulation: Simulation;
  readonly onChange: (simulation: Simulation) => void;
}

/** Walks an item through the workflow on the screen, in the role of somebody. Nothing is saved. */
export function SimulatePanel({ file, simulation, onChange }: SimulatePanelProps): JSX.Element {
  const [chosen, setChosen] = useState<string>();
  const role = chosen !== undefined && file.roles.includes(chosen) ? chosen : file.roles[0];
  if (role === undefined || !file.statuses.includes(simulation.status)) {
    return (
      <EmptyState
        icon="play"
        text={role === undefined ? messages.simulatePanel.addARoleToWalk : messages.simulatePanel.statusTheItem}
      >
        {role === undefined ? undefined : (
          <Button variant="default" onClick={() => onChange(beginSimulation(file))}>
            {messages.simulatePanel.startAgain}
          </Button>
        )}
      </EmptyState>
    );
  }
  const sight = sightOf(file, role, simulation.status);
  const others = rolesWithWork(file, simulation.status).filter(each => each !== role);
  return (
    <Stack gap="md">
      <Select
        label={messages.simulatePanel.as}
        data={file.roles}
        value={role}
        allowDeselect={false}
        onChange={next => setChosen(next ?? undefined)}
      />
      <div aria-live="polite">
        <Text>
          {messages.simulatePanel.itemIsIn({
            status: (
              <Text span fw={600}>
                {simulation.status}
              </Text>
            ),
          })}
        </Text>
        <Text c="var(--loupe-muted)">
          {sight.sees
            ? sight.transitions.length > 0
              ? messages.simulatePanel.roleSees(role)
              : messages.simulatePanel.roleSeesItAndCant(role)
            : messages.simulatePanel.roleDoesntSeeIt(role)}
        </Text>
      </div>
      {sight.transitions.map(transition => (
        <div key={`${transition.name} ${transition.to}`}>
          <Button
            fullWidth
            variant="light"
            justify="space-between"
            rightSection={
              <Group gap={4}>
                {transition.to}
                <Icon name="right" size={14} />
              </Group>
            }
            onClick={() => {
              const next = takeTransition(file, simulation, role, transition);
              if (next !== undefined) onChange(next);
            }}
          >
            {transition.name}
          </Button>
          {(transition.constraint?.rules ?? []).map(rule => (
            <Text key={rule.kind} size="sm" c="var(--loupe-muted)" pl="xs">
              {messages.simulatePanel.onlyWhen(constraintText(rule))}
            </Text>
          ))}
          {transition === sight.onFirstEdit ? (
            <Text size="sm" c="var(--loupe-muted)" pl="xs">
              {messages.simulatePanel.byItselfWhenTheFirst}
            </Text>
          ) : undefined}
        </div>
      ))}
      {others.length === 0 ? undefined : (
        <Group gap="xs">
          <Text size="sm" c="var(--loupe-muted)">
            {messages.simulatePanel.goesOnWith}
          </Text>
          {others.map(each => (
            <Button key={each} size="compact-xs" variant="default" onClick={() => setChosen(each)}>
              {each}
            </Button>
          ))}
        </Group>
      )}
      {others.length === 0 && sight.transitions.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.simulatePanel.nobodyButAProjectAdmin}
        </Text>
      ) : undefined}
      <section aria-label={messages.simulatePanel.wayOfTheItem}>
        <Group justify="space-between" mb={4}>
          <Text fw={600}>{messages.simulatePanel.waySoFar}</Text>
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={simulation.history.length === 0}
              onClick={() => onChange(stepBack(simulation))}
            >
              {messages.simulatePanel.stepBack}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={simulation.history.length === 0}
              onClick={() => onChange(beginSimulation(file))}
            >
              {messages.simulatePanel.reset}
            </Button>
          </Group>
        </Group>
        {simulation.history.length === 0 ? (
          <Text size="sm" c="var(--loupe-muted)">
            {messages.simulatePanel.itHasJustBegun}
          </Text>
        ) : (
          <ol className={classes['way']}>
            {simulation.history.map((move, at) => (
              // Moves repeat; they differ in their number only.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <Text span size="sm">
                  {move.role}: {move.name}, {move.from} → {move.to}
                </Text>
              </li>
            ))}
          </ol>
        )}
      </section>
    </Stack>
  );
}
